#include "analysis/advice/dense_rules.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/advice/axis_times.hpp"

namespace sparlab::analysis {
namespace {

constexpr std::uint64_t kValueBytes = 4;
constexpr double kSizesPerDoubling = 4;
/// Times that differ less are equal.
constexpr double kSameTime = 1e-9;

/// The fastest algorithm: `favourite` unless another one is faster.
std::size_t fastest(AxisTimes& times, std::uint64_t values, std::size_t favourite) {
  for (std::size_t other = 0; other < times.algorithms(); ++other)
    if (times.seconds(other, values) < times.seconds(favourite, values) * (1 - kSameTime))
      favourite = other;
  return favourite;
}

DenseRules rules_of(const Question& question) {
  AxisTimes times(question.points, question.platform, Axis::universe);
  DenseRules found{.ranks = question.place().ranks, .rules = {}};
  std::size_t winner = fastest(times, 1, 0);
  const auto add = [&](std::uint64_t values) {
    found.rules.push_back({values * kValueBytes, question.points[winner].algorithm.spec()});
  };
  add(0);
  std::uint64_t before = 1;
  constexpr std::uint64_t kMostValues = kMostRuleBytes / kValueBytes;
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
  return found;
}

}  // namespace

std::vector<DenseRules> dense_rules(const std::vector<Question>& questions) {
  std::vector<DenseRules> rules;
  for (const Question& question : questions) rules.push_back(rules_of(question));
  return rules;
}

}  // namespace sparlab::analysis
