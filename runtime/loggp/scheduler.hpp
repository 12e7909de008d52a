#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

#include "model/base/contract.hpp"
#include "runtime/comm.hpp"
#include "runtime/fibers/fibers.hpp"
#include "runtime/fibers/packed_fibers.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// The stacks of all ranks. A few ranks have a stack each, which takes at least a page. Many ranks
/// share one, since then memory and its translation would bound the speed.
class RankStacks {
 public:
  /// `stack_bytes` of 0 chooses.
  RankStacks(int ranks, std::size_t stack_bytes, fibers::Fibers::Entry entry, void* argument) {
    if (ranks <= kMostSeparate)
      separate_.emplace(ranks, stack_bytes, entry, argument);
    else
      packed_.emplace(std::max(stack_bytes, kSharedBytes), entry, argument);
  }

  fibers::Context create(int rank) {
    return packed_ ? fibers::PackedFibers::fresh() : separate_->create(rank);
  }
  void switch_to(fibers::Context& from, fibers::Context to, int target) {
    if (packed_) return packed_->switch_to(from, to, target == fibers::Fibers::kHome);
    separate_->switch_to(from, to, target);
  }
  [[noreturn]] void leave(fibers::Context to, int target) {
    if (packed_) packed_->leave(to, target == fibers::Fibers::kHome);
    separate_->leave(to, target);
  }
  /// Of a suspended rank.
  void prefetch(fibers::Context suspended) const {
    if (packed_) packed_->prefetch(suspended);
  }
  /// See PackedFibers.
  const void* kept_at(fibers::Context suspended, const void* place) const {
    return packed_ ? packed_->kept_at(suspended, place) : place;
  }

 private:
#ifdef __SANITIZE_ADDRESS__
  // AddressSanitizer does not know that a stack is replaced.
  static constexpr int kMostSeparate = 1 << 30;
#else
  static constexpr int kMostSeparate = 64;
#endif
  static constexpr std::size_t kSharedBytes = std::size_t{1} << 20;

  std::optional<fibers::Fibers> separate_;
  std::optional<fibers::PackedFibers> packed_;
};

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

  Scheduler(World& world, Program& program, std::size_t stack_bytes)
      : world_(world), program_(program), stacks_(world.size(), stack_bytes, &enter, this) {}

  /// Runs all ranks until none can continue or one throws, and returns what was thrown.
  std::exception_ptr run() {
    resume(home_, next_rank());
    return failure_;
  }

  bool all_returned() const { return returned_ == world_.size(); }
  /// Ends the ranks that have not returned, by an exception.
  void unwind_all() {
    unwinding_ = true;
    for (int rank = 0; rank < started_; ++rank)
      if (!world_.at(rank).finished) resume(home_, rank);
  }

  /// Suspends the rank that runs until an event lets it continue. Throws if the run has failed.
  void block(int rank, std::uint32_t awaits) {
    if (!unwinding_) {
      Rank& self = world_.at(rank);
      self.awaits = awaits;
      const int next = next_rank();
      if (next != rank) resume(self.context, next);
      self.awaits = Rank::kAwake;
    }
    if (unwinding_) throw Unwind{};
  }

  /// Suspends the rank that runs until the events have reached its clock.
  void catch_up(int rank) {
    const Rank& self = world_.at(rank);
    if (self.clock_s <= world_.now_s()) return;
    wake_at(rank, self.clock_s);
    while (world_.now_s() < self.clock_s) block(rank, Rank::kClock);
  }

  /// Lets the rank continue at this time, unless something else does before.
  void wake_at(int rank, double time_s) {
    world_.events.push({time_s, EventKind::timer, static_cast<std::uint32_t>(rank)});
  }

  /// The time of `wake_at` has come. The rank may have continued for another reason.
  int timer(int rank) const {
    const std::uint32_t awaits = world_.at(rank).awaits;
    const bool woken =
        awaits == Rank::kAnyRequest || awaits == Rank::kClock || awaits == Rank::kQueue;
    return woken ? rank : kNobody;
  }

  /// The requests that a rank waits for, where they are now: its stack may be elsewhere.
  std::span<const Request> requests_of(int rank) const {
    const Rank& self = world_.at(rank);
    if (rank == running_) return self.any_of();
    return {static_cast<const Request*>(stacks_.kept_at(self.context, self.any_first)),
            self.any_count};
  }

  /// That a rank waits may soon be over.
  void prefetch_stack(int rank) const { stacks_.prefetch(world_.at(rank).context); }

 private:
  struct Unwind {};  ///< thrown in the remaining ranks when a run fails

  static void enter(void* scheduler) {
    auto& self = *static_cast<Scheduler*>(scheduler);
    self.run_rank(self.running_);
    const int next = self.failure_ || self.unwinding_ ? kNobody : self.next_rank();
    self.running_ = next;
    model::current_rank = next;
    self.stacks_.leave(next == kNobody ? self.home_ : self.world_.at(next).context, next);
  }

  void run_rank(int rank) {
    try {
      program_.run_rank(rank);
    } catch (const Unwind&) {
    } catch (...) {
      if (!failure_) failure_ = std::current_exception();
    }
    world_.at(rank).finished = true;
    ++returned_;
  }

  void resume(fibers::Context& from, int next) {
    const int self = running_;
    running_ = next;
    model::current_rank = next;
    stacks_.switch_to(from, next == kNobody ? home_ : world_.at(next).context, next);
    running_ = self;
    model::current_rank = self;
  }

  int next_rank() {
    // All ranks start at time 0, before anything happens.
    if (started_ == world_.size()) return program_.next_rank();
    world_.at(started_).context = stacks_.create(started_);
    return started_++;
  }

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
