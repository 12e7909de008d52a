#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analysis/optimal/schedule.hpp"

namespace sparlab::analysis::optimal {

/// What is known of schedules of so many rounds. Bytes are those that a rank sends.
struct FrontRow {
  std::size_t rounds = 0;
  double bound_bytes = 0;            ///< no schedule sends less; see LearningBound
  std::optional<Schedule> schedule;  ///< the best known, of so many rounds or fewer
  double bytes = 0;                  ///< of the schedule; infinity if none was found
  bool is_best_of_groups = false;    ///< see find_schedule

  bool is_optimal() const;
  double over_bound() const { return bytes > bound_bytes ? bytes / bound_bytes : 1; }
};

/// From the least number of rounds up to that from which more are known not to help, or 2 (P - 1).
/// A row is left out if it has neither a lower bound nor a better schedule than the one before.
///
/// Cost    With width 2000, 0.5 s for P = 6 and 10 s for P = 8; in proportion to it.
std::vector<FrontRow> schedule_front(const SumBytes& sizes, std::size_t width);

}  // namespace sparlab::analysis::optimal
