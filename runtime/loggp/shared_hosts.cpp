#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"
#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/deliveries.hpp"
#include "runtime/loggp/host_ports.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/noise.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/transport.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {
namespace {

/// Messages between hosts that have several ranks each. A message passes the send port of its rank,
/// one after the other, then that of its host, which messages share; likewise where it is received.
class SharedHosts final : public Network {
 public:
  SharedHosts(World& world, Deliveries& deliveries)
      : world_(world),
        deliveries_(deliveries),
        places_(world.machine, world.places),
        delays_(world.machine.noise, world.size()),
        ends_(static_cast<std::size_t>(world.places)),
        ports_(*std::ranges::max_element(world.host_of) + 1) {}

  Request send(int from, int to, Message&& message, int tag) override {
    const std::uint32_t send = world_.new_entry(to, tag, Entry::State::sending);
    const std::uint32_t crossing = crossings_.acquire();
    const double bytes = message.wire_bytes();
    crossings_[crossing] = {.wire_bytes = bytes,
                            .posted_s = world_.at(from).clock_s,
                            .from = from,
                            .to = to,
                            .tag = tag,
                            .payload = world_.payloads.add(std::move(message)),
                            .send = send};
    if (end(from).sending.add(crossings_, crossing)) set_up_first(from);
    return request_of_entry(send);
  }

  // Machines whose ranks share the ports of hosts have no handshakes.
  void send_request(std::uint32_t /*handshake*/) override { SPARLAB_EXPECTS(false); }
  int send_granted(std::uint32_t /*handshake*/) override {
    SPARLAB_EXPECTS(false);
    return kNobody;
  }

  int handle(const Event& event) override {
    switch (event.kind) {
      case EventKind::crossing_leaves:
        leave(event.subject);
        return kNobody;
      case EventKind::crossing_arrives: {
        const int to = crossings_[event.subject].to;
        if (end(to).receiving.add(crossings_, event.subject, &Crossing::next_received))
          admit_first(to);
        return kNobody;
      }
      case EventKind::crossing_enters:
        pass_host(event.subject, Direction::receive);
        return kNobody;
      case EventKind::crossing_ends:
        return half_passed(event.subject);
      default:
        return host_passed(event.subject);
    }
  }

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

  End& end(int lane) { return ends_[static_cast<std::size_t>(world_.rank_of(lane))]; }
  std::uint32_t host(int rank) const { return world_.host_of[static_cast<std::size_t>(rank)]; }
  double setup_s(const Crossing& crossing) const {
    return port_costs(world_.machine, crossing.wire_bytes).alpha_s +
           places_.setup_s(world_.rank_of(crossing.from), world_.rank_of(crossing.to),
                           crossing.wire_bytes);
  }

  double transfer_s(const Crossing& crossing) const {
    return crossing.wire_bytes * port_costs(world_.machine, crossing.wire_bytes).beta_s_per_byte;
  }

  /// The first message of the rank's port is set up, then passes the port of the host.
  void set_up_first(int rank) {
    End& sender = end(rank);
    const std::uint32_t most = world_.machine.most_in_flight;
    sender.setup_waits = most != 0 && sender.in_flight == most;
    if (sender.setup_waits) return;
    ++sender.in_flight;
    const Crossing& first = crossings_[sender.sending.first];
    world_.events.push(
        {std::max({world_.now_s(), first.posted_s, sender.send_free_s}) + setup_s(first),
         EventKind::crossing_leaves, sender.sending.first});
  }

  /// The head of the first message has arrived. Its setup overlaps with that of the sender.
  void admit_first(int rank) {
    const End& receiver = end(rank);
    const std::uint32_t first = receiver.receiving.first;
    const double ready_s = receiver.receive_free_s + setup_s(crossings_[first]);
    world_.events.push({std::max(world_.now_s(), ready_s), EventKind::crossing_enters, first});
  }

  /// The message begins to leave its sender's host; its head is on its way.
  void leave(std::uint32_t index) {
    pass_host(index, Direction::send);
    Crossing& crossing = crossings_[index];
    const double latency_s = world_.machine.latency_s;
    crossing.delay_s = places_.latency_s(world_.rank_of(crossing.from), world_.rank_of(crossing.to),
                                         crossing.wire_bytes);
    double arrives_s = world_.now_s() + latency_s + crossing.delay_s;
    if (delays_.present()) {
      const double alone_s = latency_s + crossing.delay_s +
                             port_costs(world_.machine, crossing.wire_bytes).alpha_s +
                             places_.setup_s(world_.rank_of(crossing.from),
                                             world_.rank_of(crossing.to), crossing.wire_bytes) +
                             transfer_s(crossing);
      const double late_s = delays_.next_s(crossing.from, alone_s);
      crossing.delay_s += late_s;
      arrives_s += late_s;
    }
    if (delays_.present() || world_.machine.latencies_differ_by_size())
      arrives_s = delays_.in_order_s(crossing.from, crossing.to, arrives_s);
    world_.events.push({arrives_s, EventKind::crossing_arrives, index});
  }

  void pass_host(std::uint32_t index, Direction direction) {
    const Crossing& crossing = crossings_[index];
    const bool sends = direction == Direction::send;
    const std::uint32_t passed = host(sends ? crossing.from : crossing.to);
    const auto slowdown = [&](model::Pattern pattern) {
      return std::max(
          1.0, model::slowdown_at(world_.machine.slowdowns.of(pattern), crossing.wire_bytes));
    };
    HostPorts& ports = ports_[passed];
    ports.begin(direction,
                {.number = index,
                 .peer_host = host(sends ? crossing.to : crossing.from),
                 .work_s = transfer_s(crossing),
                 .exchange = slowdown(model::Pattern::exchange),
                 .ring = slowdown(model::Pattern::ring)},
                world_.now_s());
    world_.events.push({ports.next_s(), EventKind::host_ports, passed});
  }

  /// Events of predictions that were changed since find nothing that has passed.
  int host_passed(std::uint32_t host) {
    HostPorts& ports = ports_[host];
    const auto passed = ports.take_passed(world_.now_s());
    if (!passed) return kNobody;
    if (ports.next_s() < std::numeric_limits<double>::infinity())
      world_.events.push({ports.next_s(), EventKind::host_ports, host});
    return passed->direction == Direction::send ? left(passed->message)
                                                : half_passed(passed->message);
  }

  /// The last byte of the message has left its sender's host.
  int left(std::uint32_t index) {
    const Crossing& crossing = crossings_[index];
    const double now_s = world_.now_s();
    End& sender = end(crossing.from);
    sender.send_free_s = now_s + world_.machine.gap_s;
    world_.events.push(
        {now_s + world_.machine.latency_s + crossing.delay_s, EventKind::crossing_ends, index});
    sender.sending.take_first(crossings_);
    if (!sender.sending.empty()) set_up_first(crossing.from);
    return deliveries_.end_send(crossing.from, crossing.send, now_s);
  }

  /// A message is delivered when its last byte has left the sender's host and reached the receiver,
  /// and it has passed the port of the receiver's host.
  int half_passed(std::uint32_t index) {
    if (--crossings_[index].halves > 0) return kNobody;
    const Crossing crossing = crossings_[index];
    End& receiver = end(crossing.to);
    receiver.receive_free_s = world_.now_s() + world_.machine.gap_s;
    receiver.receiving.take_first(crossings_, &Crossing::next_received);
    crossings_.release(index);
    if (!receiver.receiving.empty()) admit_first(crossing.to);
    End& sender = end(crossing.from);
    --sender.in_flight;
    if (sender.setup_waits) set_up_first(crossing.from);
    world_.count_delivered(crossing.wire_bytes);
    return deliveries_.deliver(crossing.from, crossing.to, crossing.tag, crossing.payload,
                               world_.now_s());
  }

  World& world_;
  Deliveries& deliveries_;
  const PlaceCosts places_;
  MessageDelays delays_;
  std::vector<End> ends_;         ///< by rank
  std::vector<HostPorts> ports_;  ///< by host
  SlotPool<Crossing> crossings_;
};

}  // namespace

std::unique_ptr<Network> make_shared_hosts(World& world, Deliveries& deliveries) {
  return std::make_unique<SharedHosts>(world, deliveries);
}

}  // namespace sparlab::runtime::loggp
