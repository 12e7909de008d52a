#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace sparlab::inputs {

/// True if the counts are plausible for equally likely outcomes: Pearson's statistic is at most six
/// standard deviations above its mean. Seeds are fixed, so a test always has the same result.
inline bool looks_uniform(const std::vector<std::uint64_t>& counts) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double statistic = 0;
  for (const std::uint64_t count : counts) {
    const double excess = static_cast<double>(count) - expected;
    statistic += excess * excess / expected;
  }
  const auto freedom = static_cast<double>(counts.size() - 1);
  return statistic < freedom + 6 * std::sqrt(2 * freedom);
}

}  // namespace sparlab::inputs
