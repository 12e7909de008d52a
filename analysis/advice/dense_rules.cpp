#include "analysis/advice/dense_rules.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/advice/algorithm_ranking.hpp"
#include "analysis/advice/axis_times.hpp"
#include "analysis/advice/setting_search.hpp"

namespace sparlab::analysis {
namespace {

constexpr std::uint64_t kValueBytes = 4;
constexpr std::uint64_t kMostValues = (std::uint64_t{1} << 30U) / kValueBytes;
constexpr double kSizesPerDoubling = 4;

/// The fastest algorithm, unless the favourite is as fast.
std::size_t fastest(AxisTimes& times, std::uint64_t values, std::size_t favourite) {
  std::size_t found = favourite;
  for (std::size_t other = 0; other < times.algorithms(); ++other)
    if (times.seconds(other, values) < times.seconds(found, values)) found = other;
  const bool as_fast = times.seconds(favourite, values) <= kAsFast * times.seconds(found, values);
  return as_fast ? favourite : found;
}

}  // namespace

std::vector<DenseRule> dense_rules(const Question& question) {
  require_ranks(question.place());
  AxisTimes times(question.points, question.platform, Axis::universe);
  std::vector<DenseRule> rules;
  std::size_t winner = fastest(times, 1, 0);
  const auto add = [&](std::uint64_t values) {
    rules.push_back({values * kValueBytes, question.points[winner].algorithm.spec()});
  };
  add(0);
  std::uint64_t before = 1;
  while (before < kMostValues) {
    const double grown = std::ceil(static_cast<double>(before) * std::exp2(1 / kSizesPerDoubling));
    const std::uint64_t next = std::min(static_cast<std::uint64_t>(grown), kMostValues);
    while (fastest(times, next, winner) != winner) {
      std::uint64_t after = next;
      while (after - before > 1) {
        const std::uint64_t middle = before + (after - before) / 2;
        (fastest(times, middle, winner) == winner ? before : after) = middle;
      }
      winner = fastest(times, after, winner);
      add(after);
      before = after;
    }
    before = next;
  }
  return rules;
}

}  // namespace sparlab::analysis
