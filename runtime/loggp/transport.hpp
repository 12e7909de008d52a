#pragma once

#include <cstdint>
#include <memory>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/event_queue.hpp"

namespace sparlab::runtime::loggp {

class Deliveries;
class Scheduler;
struct World;

/// Carries messages from rank to rank and hands them to Deliveries. There is one class for each
/// way:
///
///   ToSelf        within a rank
///   RankPorts     from port to port: inside a host, or where each host has one rank
///   SharedHosts   between hosts whose ranks share the host's ports (shared_hosts.cpp)
///   LinkNetwork   between hosts, along the links of a topology
class Transport {
 public:
  virtual ~Transport() = default;

  /// Starts a send, at the clock of the sender. Returns its request.
  virtual Request send(int from, int to, Message&& message, int tag) = 0;

  /// Carries the request of a handshake, after all earlier messages of its sender.
  virtual void send_request(std::uint32_t handshake) = 0;
  /// Carries the message of a handshake whose receive is posted. Ends its send, and returns the
  /// rank that can continue because of that, or kNobody.
  virtual int send_granted(std::uint32_t handshake) = 0;
};

/// What lies between hosts, if it is more than the ports of their ranks.
class Network : public Transport {
 public:
  /// Handles an event that the network announced. Returns the rank that can continue because of it,
  /// or kNobody.
  virtual int handle(const Event& event) = 0;
  /// Whether nothing that is still to happen affects ranks.
  virtual bool only_background_left() const { return false; }
  /// Adds what the network counted.
  virtual void report(RunResult& /*result*/) {}
};

std::unique_ptr<Network> make_shared_hosts(World& world, Deliveries& deliveries);
std::unique_ptr<Network> make_link_network(World& world, Scheduler& scheduler,
                                           Deliveries& deliveries, bool counts_traffic);

}  // namespace sparlab::runtime::loggp
