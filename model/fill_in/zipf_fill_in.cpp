#include "model/fill_in/zipf_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {
namespace {

/// Frequency of the x-th most frequent index, x >= 1 real, as its logarithm, clipped at 0.
struct Law {
  double log_scale;
  double exponent;

  double log_frequency(double log_x) const { return std::min(0.0, log_scale - exponent * log_x); }
  double held(double log_x, std::uint64_t ranks) const {
    return at_least_once(std::log1p(-std::exp(log_frequency(log_x))), ranks);
  }
};

constexpr double kDirect = 1024;

/// Sum of held(x) for the integers x in [lo, hi), lo >= kDirect: the midpoint rule of the integral
/// over [lo - 1/2, hi - 1/2], whose error is s(s+1)/(24 x^2) relative, substituted u = ln x.
double quadrature(const Law& law, std::uint64_t ranks, double lo, double hi) {
  const auto integrand = [&](double u) { return law.held(u, ranks) * std::exp(u); };
  const double end = std::log(hi - 0.5);
  const double step = std::log(2.0) / std::max(1.0, law.exponent);
  double sum = 0;
  for (double at = std::log(lo - 0.5); at < end; at += step) {
    sum += integral(integrand, at, std::min(at + step, end));
  }
  return sum;
}

/// Sum of held(x) for the integers x in [lo, hi), lo >= 1.
double sum_held(const Law& law, std::uint64_t ranks, double lo, double hi) {
  if (ranks == 0 || lo >= hi) return 0;
  if (law.log_scale == -std::numeric_limits<double>::infinity()) return 0;
  // The head where p = 1: x <= c^(1/s), or everything if s = 0 and c >= 1.
  const double log_head = law.exponent > 0     ? law.log_scale / law.exponent
                          : law.log_scale >= 0 ? std::log(hi)
                                               : -1.0;
  const double head = log_head < 0 ? 0 : std::floor(std::exp(std::min(log_head, std::log(hi))));
  double sum = std::max(0.0, std::min(head + 1, hi) - lo);
  double x = std::max(lo, head + 1);
  // The kink at the end of the head and the steep start of the tail are summed directly.
  const double direct_end = std::min(hi, x + kDirect);
  for (; x < direct_end; ++x) sum += law.held(std::log(x), ranks);
  if (x < hi) sum += quadrature(law, ranks, x, hi);
  return sum;
}

double solve_log_scale(double indices, double nnz, double exponent) {
  if (nnz == 0) return -std::numeric_limits<double>::infinity();
  if (nnz == indices) return exponent * std::log(indices);
  const double weight = sum_held(Law{0, exponent}, 1, 1, indices + 1);
  // Below: no index is clipped, so at most nnz are held. Above: every index is.
  const double lower = std::log(nnz / weight);
  const double upper = exponent * std::log(indices);
  const auto excess = [&](double log_scale) {
    return std::log(sum_held(Law{log_scale, exponent}, 1, 1, indices + 1) / nnz);
  };
  if (excess(lower) >= 0) return lower;
  return root(excess, lower, std::max(upper, lower), 50);
}

}  // namespace

ZipfFillIn::ZipfFillIn(std::uint64_t universe, double nnz, double exponent, ZipfPlacement placement)
    : universe_(universe), nnz_(nnz), exponent_(exponent), placement_(placement) {
  SPARLAB_EXPECTS(universe >= 1 && nnz >= 0 && nnz <= static_cast<double>(universe));
  SPARLAB_EXPECTS(exponent >= 0 && exponent <= kMostExponent);
  log_scale_ = solve_log_scale(static_cast<double>(universe), nnz, exponent);
}

double ZipfFillIn::frequency(std::uint64_t j) const {
  SPARLAB_EXPECTS(j < universe_);
  const Law law{log_scale_, exponent_};
  return std::exp(law.log_frequency(std::log(static_cast<double>(j) + 1)));
}

double ZipfFillIn::sorted(std::uint64_t ranks, Range range) const {
  return memo_.get({0, ranks}, range, [&] {
    return sum_held(Law{log_scale_, exponent_}, ranks, static_cast<double>(range.lo) + 1,
                    static_cast<double>(range.hi) + 1);
  });
}

double ZipfFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (placement_ == ZipfPlacement::sorted) return sorted(ranks.count, range);
  const double share = static_cast<double>(range.size()) / static_cast<double>(universe_);
  return share * sorted(ranks.count, {0, universe_});
}

/// Let h_j be the probability that j is held. The expected runs are
/// h_lo + sum_{j > lo} h_j (1 - h_{j-1}). That is the variance, sum h_j (1 - h_j), plus
/// (h_lo^2 + h_last^2 + sum (h_{j-1} - h_j)^2) / 2. Since h decreases and is at most 1, the last
/// sum is at most 1 and is neglected.
double ZipfFillIn::runs(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (placement_ == ZipfPlacement::shuffled) return FillIn::runs(ranks, range);
  if (range.size() == 0) return 0;
  const double first = sorted(ranks.count, {range.lo, range.lo + 1});
  const double last = sorted(ranks.count, {range.hi - 1, range.hi});
  return variance(ranks, range) + (first * first + last * last) / 2;
}

double ZipfFillIn::variance(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  return std::max(0.0, sorted(2 * ranks.count, range) - sorted(ranks.count, range));
}

std::string ZipfFillIn::describe() const {
  return fmt::format("zipf(N={}, k={:.10g}, s={:g}, {})", universe_, nnz_, exponent_,
                     placement_ == ZipfPlacement::sorted ? "sorted" : "shuffled");
}

}  // namespace sparlab::model
