#include "runtime/loggp/scheduler.hpp"

#include "model/base/contract.hpp"

namespace sparlab::runtime::loggp {

Scheduler::Scheduler(World& world, Program& program, std::size_t stack_bytes)
    : world_(world),
      program_(program),
      stacks_(world.size(), stack_bytes, &Scheduler::enter, this) {}

std::exception_ptr Scheduler::run() {
  resume(home_, next_rank());
  return failure_;
}

void Scheduler::unwind_all() {
  unwinding_ = true;
  for (int rank = 0; rank < started_; ++rank) {
    if (!world_.at(rank).finished) resume(home_, rank);
  }
}

void Scheduler::enter(void* scheduler) {
  auto& self = *static_cast<Scheduler*>(scheduler);
  self.run_rank(self.running_);
  const int next = self.failure_ || self.unwinding_ ? kNobody : self.next_rank();
  self.running_ = next;
  model::current_rank = next;
  self.stacks_.leave(next == kNobody ? self.home_ : self.world_.at(next).context, next);
}

void Scheduler::run_rank(int rank) {
  try {
    program_.run_rank(rank);
  } catch (const Unwind&) {
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
  world_.at(rank).finished = true;
  ++returned_;
}

void Scheduler::block(int rank, std::uint32_t awaits) {
  if (!unwinding_) {
    Rank& self = world_.at(rank);
    self.awaits = awaits;
    const int next = next_rank();
    if (next != rank) resume(self.context, next);
    self.awaits = Rank::kAwake;
  }
  if (unwinding_) throw Unwind{};
}

void Scheduler::resume(fibers::Context& from, int next) {
  const int self = running_;
  running_ = next;
  model::current_rank = next;
  stacks_.switch_to(from, next == kNobody ? home_ : world_.at(next).context, next);
  running_ = self;
  model::current_rank = self;
}

int Scheduler::next_rank() {
  // All ranks start at time 0, before anything happens.
  if (started_ == world_.size()) return program_.next_rank();
  world_.at(started_).context = stacks_.create(started_);
  return started_++;
}

void Scheduler::catch_up(int rank) {
  const Rank& self = world_.at(rank);
  if (self.clock_s <= world_.now_s()) return;
  wake_at(rank, self.clock_s);
  while (world_.now_s() < self.clock_s) block(rank, Rank::kClock);
}

int Scheduler::timer(int rank) const {
  const std::uint32_t awaits = world_.at(rank).awaits;
  const bool woken =
      awaits == Rank::kAnyRequest || awaits == Rank::kClock || awaits == Rank::kQueue;
  return woken ? rank : kNobody;
}

std::span<const Request> Scheduler::requests_of(int rank) const {
  const Rank& self = world_.at(rank);
  if (rank == running_) return self.any_of();
  return {static_cast<const Request*>(stacks_.kept_at(self.context, self.any_first)),
          self.any_count};
}

}  // namespace sparlab::runtime::loggp
