#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/schedules/sum_schedule.hpp"

namespace sparlab::model {

/// A schedule that is no allreduce.
struct ScheduleError : std::runtime_error {
  ScheduleError(std::string at, std::string found, std::string wanted);

  std::string place;     ///< "round 3, message 2", both counted from 1; or a rank and a part
  std::string value;     ///< what is wrong there
  std::string accepted;  ///< what would be accepted
};

/// What each rank does in a schedule: it is worked out, and proved to be an allreduce, before
/// anything runs.
///
/// A rank holds the parts of its input, the sums that it received and those that it added. It sends
/// one that it held at the begin of the round, or adds the fewest disjoint ones that make up the
/// sum. Terms are in the order of their lowest ranks, so that ranks which add the same sums add
/// them in the same order.
class SchedulePlan {
 public:
  /// A sum that a rank holds, by its place in the list of all that it ever holds. The first ones
  /// are the parts of its input.
  using Slot = std::uint32_t;
  struct Addition {
    Slot sum = 0;
    std::vector<Slot> terms;  ///< at least two
  };
  struct Transfer {
    std::uint64_t peer = 0;
    std::vector<Slot> sums;
  };
  struct Step {
    std::vector<Addition> additions;  ///< before the messages of the round
    std::vector<Transfer> sends;
    std::vector<Transfer> receives;
  };
  struct Rank {
    std::vector<PartSum> held;        ///< by slot
    std::vector<std::uint32_t> uses;  ///< by slot: how often it is added, sent, or in the result
    std::vector<Step> rounds;
    std::vector<Addition> last;  ///< after all rounds
    std::vector<Slot> result;    ///< by part
  };

  /// Errors  ScheduleError: limits of SumSchedule; a rank or a part that does not exist; a rank
  ///         that sends to itself; a message without sums, or with one of them twice; a sum that
  ///         its sender cannot make of what it holds; a rank without the sum of all inputs at the
  ///         end; sums of so many kinds that the search for their terms takes too long.
  explicit SchedulePlan(SumSchedule schedule);

  const SumSchedule& schedule() const { return schedule_; }
  const Rank& of(std::uint64_t rank) const { return ranks_[static_cast<std::size_t>(rank)]; }

  /// Two ranks whose sums of a part may differ in the last bits, because they add in another order:
  /// "part 2: rank 0 adds (0+1)+(2+3), rank 1 adds ((0+2)+1)+3". Empty if there are none.
  const std::string& unequal_sums() const { return unequal_sums_; }

 private:
  class Builder;

  SumSchedule schedule_;
  std::vector<Rank> ranks_;
  std::string unequal_sums_;
};

/// "0+1+4"
std::string text_of(RankSet inputs);

}  // namespace sparlab::model
