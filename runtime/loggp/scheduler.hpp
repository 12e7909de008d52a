#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "runtime/comm.hpp"
#include "runtime/fibers/fibers.hpp"
#include "runtime/loggp/rank_stacks.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// Instead of a rank: none can continue because of an event.
inline constexpr int kNobody = fibers::Fibers::kHome;

/// Runs ranks on fibers.
///
/// A rank runs until it must wait for something not known yet. Then events are processed, on the
/// stack of the rank that ran last, until some rank can continue. A message thus costs one event
/// and at most one switch of stacks.
class Scheduler {
 public:
  /// What is run.
  class Program {
   public:
    /// What a rank does.
    virtual void run_rank(int rank) = 0;
    /// Processes events until a rank can continue, and returns it; kNobody if no event is left.
    virtual int next_rank() = 0;

   protected:
    ~Program() = default;
  };

  Scheduler(World& world, Program& program, std::size_t stack_bytes);

  /// Runs all ranks until none can continue or one throws, and returns what was thrown.
  std::exception_ptr run();
  bool all_returned() const { return returned_ == world_.size(); }
  /// Ends the ranks that have not returned, by an exception.
  void unwind_all();

  /// Suspends the rank that runs until an event lets it continue. Throws if the run has failed.
  void block(int rank, std::uint32_t awaits);
  /// Suspends the rank that runs until the events have reached its clock.
  void catch_up(int rank);
  /// Lets the rank continue at this time, unless something else does before.
  void wake_at(int rank, double time_s) {
    world_.events.push({time_s, EventKind::timer, static_cast<std::uint32_t>(rank)});
  }
  /// The time of `wake_at` has come. The rank may have continued for another reason.
  int timer(int rank) const;

  /// The requests that a rank waits for, where they are now: its stack may be elsewhere.
  std::span<const Request> requests_of(int rank) const;
  /// That a rank waits may soon be over.
  void prefetch_stack(int rank) const { stacks_.prefetch(world_.at(rank).context); }

 private:
  struct Unwind {};  ///< thrown in the remaining ranks when a run fails

  static void enter(void* scheduler);
  void run_rank(int rank);
  void resume(fibers::Context& from, int next);
  int next_rank();

  World& world_;
  Program& program_;
  RankStacks stacks_;
  fibers::Context home_ = nullptr;
  int running_ = kNobody;
  int started_ = 0;
  int returned_ = 0;
  bool unwinding_ = false;
  std::exception_ptr failure_;
};

}  // namespace sparlab::runtime::loggp
