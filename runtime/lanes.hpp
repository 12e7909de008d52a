#pragma once

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// A lane of a rank: one of the things that it does at the same time. It is a Comm whose messages
/// go to the same lane of other ranks. Engines run lanes by their functions `run_lanes`: `loggp`
/// and `simgrid` with a clock for each lane, `mpi` on one thread, between whose lanes it switches
/// where they wait.
class LaneComm : public Comm {
 public:
  virtual int lane() const = 0;
  /// Continues at this time of its clock, at once if that has passed. With several lanes, all that
  /// others do before this time has then happened.
  virtual void sleep_until(double time_s) = 0;
  /// The same for work that takes the processor. On a real engine, no lane of the rank goes on
  /// meanwhile, and no message advances by itself.
  virtual void occupy_until(double time_s) { sleep_until(time_s); }
  /// Sleeps until a lane of the rank calls `wake`, or for another reason: callers look again
  /// whether what they wait for has happened.
  virtual void await_wake() = 0;
  /// Wakes a lane of this rank, at the time of this one. A lane may wake itself in advance, and
  /// then returns from `await_wake` after the other lanes have done what they do at this time.
  virtual void wake(int lane) = 0;
  /// Whether local work takes the time of the clock by itself, instead of by `charge`.
  virtual bool works_by_itself() const { return false; }
};

}  // namespace sparlab::runtime
