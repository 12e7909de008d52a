#include "model/fill_in/independent_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/contract.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {
namespace {

LevelSums::Evaluate held_by_frequency(const std::vector<double>& frequencies) {
  std::vector<double> log_failures;
  log_failures.reserve(frequencies.size());
  for (const double frequency : frequencies) log_failures.push_back(std::log1p(-frequency));
  return [log_failures = std::move(log_failures)](std::uint64_t ranks) {
    std::vector<double> held;
    held.reserve(log_failures.size());
    for (const double log_failure : log_failures) held.push_back(at_least_once(log_failure, ranks));
    return held;
  };
}

}  // namespace

IndependentFillIn::IndependentFillIn(std::span<const double> frequencies)
    : IndependentFillIn(group_frequencies(frequencies)) {}

IndependentFillIn::IndependentFillIn(FrequencyLevels levels)
    : universe_(levels.level_of.size()),
      levels_(levels.value.size()),
      relative_error_(levels.relative_error),
      held_(std::move(levels.level_of), levels_, held_by_frequency(levels.value)) {
  SPARLAB_EXPECTS(universe_ >= 1);
}

double IndependentFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  return memo_.get({0, ranks.count}, range, [&] { return held_.sum(ranks.count, range); });
}

double IndependentFillIn::variance(Ranks ranks, Range range) const {
  const double twice = distinct({ranks.first, 2 * ranks.count}, range);
  return std::max(0.0, twice - distinct(ranks, range));
}

std::string IndependentFillIn::describe() const {
  return fmt::format(
      "independent(N={}, k={:.10g}, frequencies={}{})", universe_, FillIn::distinct(1), levels_,
      relative_error_ > 0 ? fmt::format(", rounded within {:.1g} relative", relative_error_)
                          : std::string());
}

}  // namespace sparlab::model
