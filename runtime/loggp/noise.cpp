#include "runtime/loggp/noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

#include "model/base/contract.hpp"
#include "runtime/loggp/random_share.hpp"

namespace sparlab::runtime::loggp {
namespace {

constexpr double kSqrt2 = std::numbers::sqrt2;

double normal_share(double x) { return 0.5 * std::erfc(-x / kSqrt2); }

double polynomial(std::span<const double> coefficients, double x) {
  double value = 0;
  for (const double coefficient : coefficients) value = value * x + coefficient;
  return value;
}

/// The inverse of normal_share. Source: Acklam's rational approximation, of relative error 1.2e-9,
/// and one step of Halley's method.
double normal_quantile(double share) {
  constexpr std::array kCentreAbove = {-3.969683028665376e+01, 2.209460984245205e+02,
                                       -2.759285104469687e+02, 1.383577518672690e+02,
                                       -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr std::array kCentreBelow = {-5.447609879822406e+01, 1.615858368580409e+02,
                                       -1.556989798598866e+02, 6.680131188771972e+01,
                                       -1.328068155288572e+01, 1.0};
  constexpr std::array kTailAbove = {-7.784894002430293e-03, -3.223964580411365e-01,
                                     -2.400758277161838e+00, -2.549732539343734e+00,
                                     4.374664141464968e+00,  2.938163982698783e+00};
  constexpr std::array kTailBelow = {7.784695709041462e-03, 3.224671290700398e-01,
                                     2.445134137142996e+00, 3.754408661907416e+00, 1.0};
  constexpr double kTail = 0.02425;
  double x = 0;
  if (share < kTail || share > 1 - kTail) {
    const double q = std::sqrt(-2 * std::log(std::min(share, 1 - share)));
    x = polynomial(kTailAbove, q) / polynomial(kTailBelow, q);
    if (share > 0.5) x = -x;
  } else {
    const double q = share - 0.5;
    x = q * polynomial(kCentreAbove, q * q) / polynomial(kCentreBelow, q * q);
  }
  const double error =
      (normal_share(x) - share) * std::sqrt(2 * std::numbers::pi) * std::exp(x * x / 2);
  return x - error / (1 + x * error / 2);
}

enum class Purpose : std::uint64_t { start = 1, message = 2 };

double share_of(std::uint64_t seed, Purpose purpose, int rank, std::uint64_t number) {
  const auto stream = static_cast<std::uint64_t>(purpose) << 32U | static_cast<std::uint64_t>(rank);
  return random_share(seed, stream, number);
}

}  // namespace

double Delays::quantile(double share) const {
  SPARLAB_EXPECTS(share > 0 && share < 1);
  switch (kind) {
    case Kind::none:
      break;
    case Kind::uniform:
      return 2 * typical * share;
    case Kind::exponential:
      return -typical * std::log1p(-share);
    case Kind::normal: {
      if (spread == 0) return typical;
      // The share above the delay does not round to 0.
      const double above = (1 - share) * normal_share(typical / spread);
      return std::max(0.0, typical - spread * normal_quantile(above));
    }
    case Kind::lognormal: {
      const double deviation = std::log(spread / typical) / normal_quantile(0.9);
      return typical * std::exp(deviation * normal_quantile(share));
    }
  }
  return 0;
}

double Noise::start_s(int rank) const {
  const auto index = static_cast<std::size_t>(rank);
  if (!start_by_rank.empty()) return index < start_by_rank.size() ? start_by_rank[index] : 0;
  if (start.kind == Delays::Kind::none) return 0;
  return start.quantile(share_of(seed, Purpose::start, rank, 0));
}

MessageDelays::MessageDelays(const Noise& noise, int ranks)
    : noise_(noise), sent_(noise.delays_messages() ? static_cast<std::size_t>(ranks) : 0) {}

double MessageDelays::next_s(int from, double alone_s) {
  const std::uint64_t number = sent_[static_cast<std::size_t>(from)]++;
  const double share = noise_.alike ? share_of(noise_.seed, Purpose::message, 0, 0)
                                    : share_of(noise_.seed, Purpose::message, from, number);
  const double delay = noise_.message.quantile(share);
  return noise_.relative ? delay * alone_s : delay;
}

double MessageDelays::in_order_s(int from, int to, double arrives_s) {
  const auto pair = static_cast<std::uint64_t>(from) << 32U | static_cast<std::uint64_t>(to);
  double& latest_s = arrived_s_[pair];
  latest_s = std::max(latest_s, arrives_s);
  return latest_s;
}

}  // namespace sparlab::runtime::loggp
