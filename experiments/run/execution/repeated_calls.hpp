#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sparlab::experiments::run {

/// Finds from the ends and phases of simulated calls that these repeat, so that the next ones need
/// not be simulated.
///
/// Calls follow each other without barriers, so that a rank may be ahead of others. Where calls are
/// identical, ranks often fall into a cycle: some calls later each rank is as far ahead as before.
/// From then on the simulation only repeats. The cycle must be seen twice, and for two calls at
/// least: between these calls the ends of all ranks are later by one time, up to kTolerance of it,
/// and the phases of identical calls take the times that they took a cycle before.
class RepeatedCalls {
 public:
  /// The longest cycle that is looked for, in calls.
  static constexpr std::size_t kLongestCycle = 4;
  static constexpr double kTolerance = 1e-9;

  /// Calls that are not simulated. The call that was simulated in place of the first of them
  /// becomes the one after the last of them: a rank that is ahead may disturb its end by what
  /// follows.
  struct Repetition {
    std::size_t first = 0;
    std::size_t calls = 0;  ///< a multiple of `cycle`; 0: the next call is simulated
    std::size_t cycle = 1;  ///< call i does what call i - cycle did,
    double cycle_s = 0;     ///< and ends so much later on every rank
  };

  /// The cycles, one bit for each length in calls, after which the phases of a call repeat.
  using Cycles = std::uint8_t;
  static constexpr Cycles bit(std::size_t cycle) { return static_cast<Cycles>(1U << cycle); }
  static constexpr Cycles kAllCycles = 0xFF;

  explicit RepeatedCalls(std::size_t ranks) : ranks_(ranks) {}

  /// The end of a call on a rank, counted from the beginning of the first call as if all calls had
  /// been simulated; and after which cycles its phases repeat.
  void add_end(std::size_t call, std::size_t rank, double end_s, Cycles phases);

  /// What is left out from `call` on, after which `identical` calls do what it did. Each rank asks
  /// after its own call, and all get the same answer: it depends on earlier calls, which all ranks
  /// have ended.
  Repetition after(std::size_t call, std::uint64_t identical);

  /// Those with calls, in order.
  const std::vector<Repetition>& found() const { return found_; }

 private:
  struct Ends {
    std::size_t call = 0;
    std::vector<double> ends_s;  ///< by rank
    std::size_t ended = 0;       ///< ranks
    Cycles phases = 0;           ///< of all ranks
  };

  Repetition decide(std::size_t call, std::uint64_t identical) const;
  /// Whether the phases of a call repeat those of the call a cycle before, if these calls are
  /// identical.
  bool phases_repeat(std::size_t call, std::size_t cycle) const;
  /// All ranks ended a call; null if not, or if it is too long ago.
  const Ends* ends_of(std::size_t call) const;
  /// The time by which the ends of all ranks are later; nullopt if it is not one time.
  std::optional<double> distance_s(std::size_t earlier, std::size_t later) const;

  std::size_t ranks_;
  std::vector<Ends> recent_;          ///< by call, modulo their number
  std::size_t first_identical_ = 0;   ///< since this call, calls have been identical
  bool identical_follow_ = false;     ///< identical calls follow the last call asked about
  std::optional<std::size_t> asked_;  ///< the last call
  std::vector<Repetition> found_;
};

}  // namespace sparlab::experiments::run
