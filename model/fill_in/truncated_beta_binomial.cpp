#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"
#include "model/fill_in/union_estimators.hpp"

namespace sparlab::model {
namespace {

constexpr std::size_t kFewHolders = 3;

double log_beta(double a, double b) { return log_gamma(a) + log_gamma(b) - log_gamma(a + b); }

/// The probabilities of 1, 2 and 3 holders among n ranks, 0 beyond n.
std::array<double, kFewHolders> few_holders(double n, double a, double b) {
  std::array<double, kFewHolders> chance{};
  double log_choices = 0;
  for (std::size_t i = 0; i < kFewHolders && static_cast<double>(i) < n; ++i) {
    const auto held = static_cast<double>(i + 1);
    log_choices += std::log((n - held + 1) / held);
    chance[i] = std::exp(log_choices + log_beta(a + held, b + n - held) - log_beta(a, b));
  }
  return chance;
}

/// ln of the probability that `ranks` ranks leave an index out.
double log_none(double ranks, double a, double b) {
  return log_beta(a, b + ranks) - log_beta(a, b);
}

}  // namespace

TruncatedBetaBinomial::TruncatedBetaBinomial(const HolderHistogram& histogram)
    : recorded_(histogram.ranks()) {
  SPARLAB_EXPECTS(recorded_ >= 1);
  const auto n = static_cast<double>(recorded_);
  std::array<double, kFewHolders> indices{};
  for (std::size_t i = 0; i < kFewHolders && i < recorded_; ++i)
    indices[i] = histogram.held_by[i + 1];
  const double all = indices[0] + indices[1] + indices[2];
  if (all <= 0) return;
  const auto likelihood = [&](double log_a, double log_b) {
    const auto chance = few_holders(n, std::exp(log_a), std::exp(log_b));
    const double some = chance[0] + chance[1] + chance[2];
    double sum = 0;
    for (std::size_t i = 0; i < kFewHolders; ++i)
      if (indices[i] > 0) sum += indices[i] * std::log(chance[i] / some);
    return sum / all;
  };
  // A search on a grid that becomes finer: the likelihood is flat along a curve, where a method
  // that needs derivatives would wander off.
  log_b_ = std::log(n);
  double best = likelihood(log_a_, log_b_);
  constexpr double kMostLog = 9;
  for (double step = 2; step > 1e-3;) {
    const double a = log_a_;
    const double b = log_b_;
    for (const double to_a : {a - step, a, a + step}) {
      for (const double to_b : {b - step, b, b + step}) {
        if (std::abs(to_a) > kMostLog || std::abs(to_b - std::log(n)) > kMostLog) continue;
        const double here = likelihood(to_a, to_b);
        if (!(here > best + 1e-12)) continue;
        best = here;
        log_a_ = to_a;
        log_b_ = to_b;
      }
    }
    if (a == log_a_ && b == log_b_) step /= 2;
  }
  const auto chance = few_holders(n, std::exp(log_a_), std::exp(log_b_));
  indices_ = all / (chance[0] + chance[1] + chance[2]);
}

double TruncatedBetaBinomial::newcomers(std::uint64_t ranks) const {
  SPARLAB_EXPECTS(ranks >= recorded_);
  if (indices_ <= 0) return 0;
  const double a = std::exp(log_a_);
  const double b = std::exp(log_b_);
  const double before = log_none(static_cast<double>(recorded_), a, b);
  const double after = log_none(static_cast<double>(ranks), a, b);
  return indices_ * std::exp(before) * -std::expm1(std::min(0.0, after - before));
}

}  // namespace sparlab::model
