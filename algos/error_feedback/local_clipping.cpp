#include "algos/error_feedback/local_clipping.hpp"

#include <algorithm>
#include <cmath>

#include "algos/selectors/option_checks.hpp"

namespace sparlab::algos::error_feedback {
namespace {

/// Computed relative to the largest magnitude, so that no square overflows. Not finite if a value
/// is not finite.
template <class Value>
double euclidean_norm(std::span<const Value> values) {
  double largest = 0;
  for (const Value value : values) {
    if (!std::isfinite(value)) return value;
    largest = std::max(largest, std::abs(static_cast<double>(value)));
  }
  if (largest == 0) return 0;
  double sum = 0;
  for (const Value value : values) {
    const double ratio = static_cast<double>(value) / largest;
    sum += ratio * ratio;
  }
  return largest * std::sqrt(sum);
}

}  // namespace

template <class Value>
Value clip_locally(std::span<Value> gradient, double threshold, std::uint64_t ranks) {
  selectors::check_option(threshold > 0 && std::isfinite(threshold), "threshold", threshold,
                          "a positive finite number");
  selectors::check_option(ranks >= 1, "ranks", 0, "a number from 1");
  const double norm = euclidean_norm(std::span<const Value>(gradient));
  const double most = threshold / std::sqrt(static_cast<double>(ranks));
  if (!std::isfinite(norm) || norm <= most) return 1;
  const auto factor = static_cast<Value>(most / norm);
  for (Value& value : gradient) value *= factor;
  return factor;
}

template float clip_locally(std::span<float>, double, std::uint64_t);
template double clip_locally(std::span<double>, double, std::uint64_t);

}  // namespace sparlab::algos::error_feedback
