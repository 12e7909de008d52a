#include "model/fill_in/frequency_levels.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

constexpr std::size_t kMaxLevels = std::size_t{1} << 16;

/// nullopt if there are too many different values.
std::optional<FrequencyLevels> group_exactly(std::span<const double> frequencies) {
  FrequencyLevels levels;
  levels.level_of.reserve(frequencies.size());
  std::unordered_map<double, std::uint16_t> level_of_value;
  for (const double frequency : frequencies) {
    // Neighbours are often equal (mostly runs of zeros), which saves the look-up.
    if (levels.level_of.empty() || levels.value[levels.level_of.back()] != frequency) {
      const auto next = static_cast<std::uint16_t>(levels.value.size());
      const auto [found, added] = level_of_value.try_emplace(frequency, next);
      if (added && levels.value.size() == kMaxLevels) return std::nullopt;
      if (added) levels.value.push_back(frequency);
      levels.level_of.push_back(found->second);
    } else {
      levels.level_of.push_back(levels.level_of.back());
    }
  }
  return levels;
}

double smallest_positive(std::span<const double> frequencies) {
  double smallest = 1;
  for (const double frequency : frequencies) {
    if (frequency > 0) smallest = std::min(smallest, frequency);
  }
  return smallest;
}

/// Level 0 is frequency 0; the others are geometric steps from the smallest frequency to 1.
FrequencyLevels group_geometrically(std::span<const double> frequencies) {
  const double log_smallest = std::log(smallest_positive(frequencies));
  const double step = -log_smallest / static_cast<double>(kMaxLevels - 2);
  FrequencyLevels levels;
  levels.relative_error = step;
  levels.value.assign(kMaxLevels, 0);
  levels.level_of.reserve(frequencies.size());
  std::vector<std::uint64_t> members(kMaxLevels, 0);
  for (const double frequency : frequencies) {
    std::size_t level = 0;
    if (frequency > 0) {
      level = 1 + static_cast<std::size_t>((std::log(frequency) - log_smallest) / step + 0.5);
    }
    level = std::min(level, kMaxLevels - 1);
    levels.level_of.push_back(static_cast<std::uint16_t>(level));
    levels.value[level] += frequency;
    ++members[level];
  }
  for (std::size_t level = 0; level < kMaxLevels; ++level) {
    if (members[level] > 0) levels.value[level] /= static_cast<double>(members[level]);
    levels.value[level] = std::min(levels.value[level], 1.0);  // a mean of ones may be rounded up
  }
  return levels;
}

}  // namespace

FrequencyLevels group_frequencies(std::span<const double> frequencies) {
  for (const double frequency : frequencies) SPARLAB_EXPECTS(frequency >= 0 && frequency <= 1);
  if (std::optional<FrequencyLevels> exact = group_exactly(frequencies)) return *std::move(exact);
  return group_geometrically(frequencies);
}

}  // namespace sparlab::model
