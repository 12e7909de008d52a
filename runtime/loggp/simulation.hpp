#pragma once

#include <functional>
#include <memory>

#include "runtime/comm.hpp"
#include "runtime/loggp/deliveries.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/expected.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/rank_ports.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/to_self.hpp"
#include "runtime/loggp/transport.hpp"
#include "runtime/loggp/waits.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

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
             const Options& options);

  RunResult run();

  /// What carries a message.
  Transport& transport(int from, int to) {
    if (from == to) return to_self;
    return network && !world.share_host(from, to) ? *network : static_cast<Transport&>(ports);
  }

 private:
  void run_rank(int rank) override;
  int next_rank() override;
  int handle(const Event& event);
  int grant(std::uint32_t handshake);
  std::exception_ptr stalled();

  const std::function<void(Comm&)>& body_;
  const Machine inside_;  ///< messages inside a host, if ranks share hosts

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
