#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "model/base/contract.hpp"
#include "runtime/comm.hpp"
#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/expected.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// How ranks wait for requests and end them.
class Waits {
 public:
  Waits(World& world, Scheduler& scheduler, ExpectedMessages& expected)
      : world_(world), scheduler_(scheduler), expected_(expected) {}

  /// Blocks in a small frame: the stacks of waiting ranks are most of the memory of many ranks.
  Message wait(int rank, Request& request) {
    SPARLAB_EXPECTS(request.pending());
    if (names_entry(request)) {
      const std::uint32_t index = entry_of(request);
      SPARLAB_EXPECTS(index < world_.entries.size());
      while (!world_.entries[index].done()) scheduler_.block(rank, index);
    }
    return complete(rank, request);
  }

  std::size_t wait_any(int rank, std::span<const Request> requests) {
    Rank& self = world_.at(rank);
    for (;;) {
      std::size_t best = requests.size();
      double best_s = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!requests[i].pending()) continue;
        const double completion = completion_s(requests[i]);
        if (best == requests.size() || completion < best_s) {
          best = i;
          best_s = completion;
        }
      }
      SPARLAB_EXPECTS(best < requests.size());
      bool known = best_s <= std::max(self.clock_s, world_.now_s());
      if (!known) {
        // A request whose time is not known yet may complete before the earliest known one: wait
        // until that time.
        if (std::isfinite(best_s)) scheduler_.wake_at(rank, best_s);
        self.wait_for_any(requests, best_s);
        scheduler_.block(rank, Rank::kAnyRequest);
        self.await_none();
        known = best_s <= world_.now_s();  // nothing earlier has become known
      }
      if (known) {
        self.clock_s = std::max(self.clock_s, best_s);
        return best;
      }
    }
  }

  /// Waits for the last request first, since the last one posted is usually the last one done. The
  /// rank continues only when no request is open.
  void await_all(int rank, std::span<const Request> requests) {
    Rank& self = world_.at(rank);
    std::uint32_t count = 0;
    const std::uint32_t entry = last_open(requests, &count);
    if (entry == kNone) return;
    self.wait_for_all(requests.first(count));
    scheduler_.block(rank, entry);
    self.await_none();
  }

  /// The completion of an entry of the rank has become known. Returns the rank if it can continue.
  int wake_if_awaited(int rank, std::uint32_t entry) {
    const Rank& self = world_.at(rank);
    if (self.awaits == entry) return one_of_all_done(rank);
    // A rank that waits for any request is not woken for one that completes later than the earliest
    // known.
    const bool is_news =
        self.awaits == Rank::kAnyRequest && world_.entries[entry].time_s < self.any_known_s;
    if (!is_news) return kNobody;
    // Without requests, it waits for an expected message. If this is one, and it is its turn, it
    // comes first.
    return self.any_count != 0 || expected_.comes_first(rank, entry) ? rank : kNobody;
  }

  /// Hands a received message to its rank, at the rank's clock. `inside`: it comes from its host.
  Message receive(int rank, std::uint32_t payload, bool inside) {
    Rank& self = world_.at(rank);
    --self.open_receives;
    inside = inside || world_.is_switch(rank);  // no CPU takes it
    if (payload == kNone) {
      if (!inside) self.clock_s += overhead_s(world_.machine, 0);
      return {};
    }
    Message message = world_.payloads.take(payload);
    if (!inside) self.clock_s += overhead_s(world_.machine, message.wire_bytes());
    return message;
  }

 private:
  /// Ends a request that is done.
  [[gnu::noinline]] Message complete(int rank, Request& request) {
    Rank& self = world_.at(rank);
    if (!names_entry(request)) {
      self.clock_s = std::max(self.clock_s, time_of(request));
      --self.open_sends;
      request.reset();
      return {};
    }
    const std::uint32_t index = entry_of(request);
    request.reset();
    const Entry& entry = world_.entries[index];
    self.clock_s = std::max(self.clock_s, entry.time_s);
    if (entry.sent()) {
      --self.open_sends;
      world_.entries.release(index);
      return {};
    }
    const std::uint32_t payload = entry.content;
    const bool inside = world_.share_host(rank, entry.peer);
    world_.entries.release(index);
    return receive(rank, payload, inside);
  }

  double completion_s(const Request& request) const {
    if (!names_entry(request)) return time_of(request);
    const Entry& entry = world_.entries[entry_of(request)];
    return entry.done() ? entry.time_s : std::numeric_limits<double>::infinity();
  }

  /// The entry of the last request that is not done, and how many requests end with it; or kNone.
  std::uint32_t last_open(std::span<const Request> requests, std::uint32_t* count) const {
    for (std::size_t i = requests.size(); i > 0; --i) {
      const Request& request = requests[i - 1];
      if (!request.pending() || !names_entry(request)) continue;
      const std::uint32_t entry = entry_of(request);
      if (world_.entries[entry].done()) continue;
      *count = static_cast<std::uint32_t>(i);
      return entry;
    }
    return kNone;
  }

  /// The entry that a rank awaits is done. Returns the rank if it awaits no other.
  int one_of_all_done(int rank) {
    Rank& self = world_.at(rank);
    if (self.any_count == 0) return rank;
    std::uint32_t count = 0;
    const std::uint32_t entry = last_open(scheduler_.requests_of(rank), &count);
    if (entry == kNone) return rank;
    self.any_count = count;
    self.awaits = entry;
    return kNobody;
  }

  World& world_;
  Scheduler& scheduler_;
  ExpectedMessages& expected_;
};

}  // namespace sparlab::runtime::loggp
