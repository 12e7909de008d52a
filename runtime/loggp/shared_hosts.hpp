#pragma once

#include <cstdint>
#include <vector>

#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/deliveries.hpp"
#include "runtime/loggp/host_ports.hpp"
#include "runtime/loggp/noise.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/transport.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// Messages between hosts that have several ranks each. A message passes the send port of its rank,
/// one after the other, then that of its host, which messages share; likewise where it is received.
class SharedHosts final : public Network {
 public:
  SharedHosts(World& world, Deliveries& deliveries);

  Request send(int from, int to, Message&& message, int tag) override;
  void send_request(std::uint32_t handshake) override;
  int send_granted(std::uint32_t handshake) override;
  int handle(const Event& event) override;

 private:
  /// A message from one host to another, until it is delivered.
  struct Crossing {
    double wire_bytes;
    double posted_s;  ///< when the sender's CPU was done with it
    std::int32_t from;
    std::int32_t to;
    std::int32_t tag;
    std::uint32_t payload;
    std::uint32_t send;                   ///< the sender's entry
    std::uint32_t next = kNone;           ///< in the sender's queue
    std::uint32_t next_received = kNone;  ///< in the receiver's queue
    double delay_s = 0;                   ///< beyond the latency
    std::uint32_t halves = 2;  ///< that have not passed: leaving one host, entering the other
  };

  /// The network side of a rank.
  struct End {
    SlotQueue sending;
    SlotQueue receiving;
    double send_free_s = 0;
    double receive_free_s = 0;
    std::uint32_t in_flight = 0;  ///< messages that left and are not delivered
    bool setup_waits = false;     ///< the first message is set up when one of these is delivered
  };

  End& end(int rank) { return ends_[static_cast<std::size_t>(rank)]; }
  std::uint32_t host(int rank) const { return world_.host_of[static_cast<std::size_t>(rank)]; }
  double setup_s(const Crossing& crossing) const;
  double transfer_s(const Crossing& crossing) const;
  void set_up_first(int rank);
  void admit_first(int rank);
  void leave(std::uint32_t crossing);
  void pass_host(std::uint32_t crossing, Direction direction);
  int host_passed(std::uint32_t host);
  int left(std::uint32_t crossing);
  int half_passed(std::uint32_t crossing);

  World& world_;
  Deliveries& deliveries_;
  const GroupCosts groups_;
  MessageDelays delays_;
  std::vector<End> ends_;         ///< by rank
  std::vector<HostPorts> ports_;  ///< by host
  SlotPool<Crossing> crossings_;
};

}  // namespace sparlab::runtime::loggp
