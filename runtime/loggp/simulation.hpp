#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/deliveries.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/expected.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/rank_ports.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/transport.hpp"
#include "runtime/loggp/waits.hpp"
#include "runtime/loggp/world.hpp"
#include "runtime/switch_programs.hpp"

namespace sparlab::runtime::loggp {

/// Messages of a rank to itself: they use no port and have no latency.
class ToSelf final : public Transport {
 public:
  ToSelf(World& world, Deliveries& deliveries, Waits& waits)
      : world_(world), deliveries_(deliveries), waits_(waits) {}

  Request send(int from, int to, Message&& message, int tag) override {
    const double now_s = world_.at(from).clock_s;
    world_.count_delivered(message.wire_bytes());
    // Nobody but the rank itself, which runs, could wait for it.
    static_cast<void>(
        deliveries_.deliver(from, to, tag, world_.payloads.add(std::move(message)), now_s));
    return request_of_time(now_s);
  }

  void send_request(std::uint32_t handshake) override {
    deliveries_.deliver_request(handshake, world_.at(world_.handshakes[handshake].from).clock_s);
  }

  int send_granted(std::uint32_t index) override {
    const Handshake handshake = world_.handshakes[index];
    world_.count_delivered(handshake.wire_bytes);
    world_.entries[handshake.send].finish(Entry::State::sent, world_.now_s());
    const int woken = deliveries_.deliver_granted(index, world_.now_s());
    return woken != kNobody ? woken : waits_.wake_if_awaited(handshake.from, handshake.send);
  }

 private:
  World& world_;
  Deliveries& deliveries_;
  Waits& waits_;
};

/// One run of the `loggp` engine, composed of its parts. A message passes them in this order:
///
///   RankComm     what a rank calls
///   Transport    from its sender to its receiver; announces events
///   Deliveries   meets its receive
///   Waits        wakes the rank that waits for it; Scheduler continues the rank
///
/// They share the data of World. Each part refers only to those above it in the list of members.
class Simulation final : private Scheduler::Program {
 public:
  Simulation(const Machine& machine, int ranks, int lanes, const std::function<void(Comm&)>& body,
             const Options& options, model::SwitchTree switches = {});

  RunResult run();
  /// See Switches. The first rank that comes starts the program.
  void run_at_switches(int rank, Switches::Program program);

  /// What carries a message.
  Transport& transport(int from, int to) {
    if (from == to) return to_self;
    return network && !world.share_host(from, to) ? *network : static_cast<Transport&>(ports);
  }

 private:
  void run_rank(int rank) override;
  void run_switch(int place);
  void wake_switches(double time_s);
  int next_rank() override;
  int handle(const Event& event);
  int grant(std::uint32_t handshake);
  std::exception_ptr stalled();

  const std::function<void(Comm&)>& body_;
  const Machine inside_;  ///< messages inside a host, if ranks share hosts
  SwitchPrograms programs_;

 public:
  World world;
  Scheduler scheduler;
  ExpectedMessages expected;
  Waits waits;
  Deliveries deliveries;
  ToSelf to_self;
  RankPorts ports;
  std::unique_ptr<Network> network;  ///< null: there are only the ports
};

}  // namespace sparlab::runtime::loggp
