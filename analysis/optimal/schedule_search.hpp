#pragma once

#include <cstddef>
#include <optional>

#include "analysis/optimal/learning_bound.hpp"
#include "analysis/optimal/schedule.hpp"

namespace sparlab::analysis::optimal {

struct SearchOptions {
  std::size_t rounds = 0;
  double below = 0;       ///< bytes that all ranks together send in a schedule that is known
  std::size_t width = 0;  ///< of all states before the next message, so many are kept
  /// Kept are the states whose bytes, those that follow at least, and so many times the bytes of
  /// all inputs of which ranks have not learned are least.
  double input_weight = 0;
};

struct FoundSchedule {
  std::optional<Schedule> schedule;  ///< none if none was found below
  bool is_best = false;  ///< no state was left out, so no schedule of its kind is better
};

/// The best schedule of a group, in which ranks hold disjoint sums of each part and send one of
/// each: a beam search over what ranks hold of part 0, message by message.
///
/// Cost    rounds x P steps, each over width states, a few hundred bytes for each.
FoundSchedule find_schedule(const Group& group, const SumBytes& sizes, const LearningBound& bound,
                            const SearchOptions& options);

}  // namespace sparlab::analysis::optimal
