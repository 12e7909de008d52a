#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/base/contract.hpp"
#include "model/base/local_work.hpp"
#include "runtime/await_all.hpp"
#include "runtime/comm.hpp"
#include "runtime/inbox.hpp"
#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/simulation.hpp"
#include "runtime/receives_from_all.hpp"
#include "runtime/switches.hpp"

namespace sparlab::runtime::loggp {

/// The Comm of one simulated rank, or of a lane of it; lives on the stack of that.
class RankComm final : public LaneComm,
                       public ExpectedReceives,
                       public AwaitsTogether,
                       public ReceivesFromAll,
                       public Switches {
 public:
  RankComm(Simulation& simulation, int rank)
      : parts_(simulation), rank_(rank), lane_of_0_(rank - simulation.world.rank_of(rank)) {}

  int rank() const override { return rank_ - lane_of_0_; }
  int size() const override { return parts_.world.rank_count; }
  int lane() const override { return lane_of_0_ / parts_.world.places; }
  double now() const override { return parts_.world.at(rank_).clock_s - parts_.world.lead_s; }
  void charge(Work work) override {
    SPARLAB_EXPECTS(work.count >= 0);
    if (parts_.world.is_switch(rank_)) return;
    const Machine& machine = parts_.world.machine;
    const auto kind = static_cast<std::size_t>(work.kind);
    const model::WorkCurve& curve = machine.work_curves[kind];
    parts_.world.at(rank_).clock_s +=
        curve.empty() ? machine.rates[kind] * work.count : model::seconds_at(curve, work.count);
  }

  Request isend(int to_rank, Message message, int tag) override {
    World& world = parts_.world;
    const int to = lane_of(to_rank);
    const double bytes = message.wire_bytes();
    SPARLAB_EXPECTS(bytes >= 0 && std::isfinite(bytes));
    Rank& self = world.at(rank_);
    // A granted message, or one of another lane, may take the port before this one, so process all
    // earlier events before using the port.
    if (self.open_handshakes != 0 || world.has_lanes()) parts_.scheduler.catch_up(rank_);
    const bool inside = world.share_host(rank_, to);
    const bool from_switch = world.is_switch(rank_);
    if (!inside && !from_switch) self.clock_s += overhead_s(world.machine, bytes);
    ++self.open_sends;
    Transport& transport = parts_.transport(rank_, to);
    if (inside || from_switch || world.is_switch(to) || bytes < world.machine.handshake_bytes)
      return transport.send(rank_, to, std::move(message), tag);
    const std::uint32_t send = world.new_entry(to, tag, Entry::State::sending);
    const std::uint32_t handshake = world.handshakes.acquire();
    world.handshakes[handshake] = {.wire_bytes = bytes,
                                   .from = rank_,
                                   .to = to,
                                   .tag = tag,
                                   .payload = world.payloads.add(std::move(message)),
                                   .send = send};
    ++self.open_handshakes;
    transport.send_request(handshake);
    return request_of_entry(send);
  }

  Request irecv(int from, int tag) override {
    return request_of_entry(parts_.deliveries.post(rank_, lane_of(from), tag));
  }

  Message wait(Request& request) override { return parts_.waits.wait(rank_, request); }
  std::size_t wait_any(std::span<Request> requests) override {
    return parts_.waits.wait_any(rank_, requests);
  }

  void await_all(std::span<const Request> requests) override {
    parts_.waits.await_all(rank_, requests);
  }

  void expect(int from, int tag) override {
    parts_.expected.expect(rank_, parts_.deliveries.post(rank_, lane_of(from), tag));
  }

  Mail take_first() override {
    const auto [from, entry] = parts_.expected.take_first(rank_);
    Request request = request_of_entry(entry);
    return {parts_.world.rank_of(from), parts_.waits.wait(rank_, request)};
  }

  bool post_from_all(int tag) override {
    // Requests of handshakes name an entry, and messages that pass a network end at one.
    if (parts_.network || !std::isinf(parts_.world.machine.handshake_bytes)) return false;
    if (parts_.world.has_lanes()) return false;  // its table has a row for each lane and sender
    return parts_.deliveries.post_from_all(rank_, tag);
  }

  void await_from_all() override { parts_.deliveries.await_from_all(rank_); }
  Message take_from(int from) override { return parts_.deliveries.take_from(rank_, from); }

  bool compute() const override { return !parts_.world.tree.parent.empty(); }
  int parent() const override { return parts_.world.tree.parent[static_cast<std::size_t>(rank_)]; }
  std::span<const int> children() const override {
    return parts_.world.tree.children[static_cast<std::size_t>(rank_)];
  }
  void run_at_switches(Program program) override {
    SPARLAB_EXPECTS(!parts_.world.is_switch(rank_));
    parts_.run_at_switches(rank_, std::move(program));
  }

  void sleep_until(double time_s) override {
    Rank& self = parts_.world.at(rank_);
    self.clock_s = std::max(self.clock_s, parts_.world.lead_s + time_s);
    if (parts_.world.has_lanes()) parts_.scheduler.catch_up(rank_);
  }
  void await_wake() override {
    parts_.scheduler.block(rank_, Rank::kClock);
    Rank& self = parts_.world.at(rank_);
    self.clock_s = std::max(self.clock_s, parts_.world.now_s());
  }
  void wake(int lane) override {
    const int woken = rank() + lane * parts_.world.places;
    parts_.scheduler.wake_at(woken, std::max(parts_.world.at(rank_).clock_s, parts_.world.now_s()));
  }

 private:
  /// The lane of another rank that has the number of this one.
  int lane_of(int rank) const {
    SPARLAB_EXPECTS(rank >= 0 && rank < parts_.world.places);
    return lane_of_0_ + rank;
  }

  Simulation& parts_;
  int rank_;       ///< that of a lane is lane_of_0_ plus its rank
  int lane_of_0_;  ///< of rank 0, the lane with the number of this one
};

}  // namespace sparlab::runtime::loggp
