#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace sparlab::experiments::inputs {

/// Whether counts are what equally likely outcomes give: Pearson's statistic is no more than six
/// standard deviations above its mean. Seeds are fixed, so a test passes always or never.
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

}  // namespace sparlab::experiments::inputs
