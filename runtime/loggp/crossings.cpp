// Messages between hosts whose ranks share a network port.

#include <algorithm>
#include <limits>

#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

using fibers::Fibers;

using State = Entry::State;

SharedNetwork::SharedNetwork(const model::Placement& placement, int ranks) {
  if (!placement.shares_ports()) return;
  std::uint32_t hosts = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    host_of.push_back(
        static_cast<std::uint32_t>(placement.host_of(static_cast<std::uint64_t>(rank))));
    hosts = std::max(hosts, host_of.back() + 1);
  }
  ends.resize(host_of.size());
  ports.resize(hosts);
}

double Simulation::network_setup_s(double bytes) const {
  const model::Segment* const segment = model::segment_at(machine_.larger, bytes);
  return segment == nullptr ? machine_.setup_s : segment->alpha_s;
}

double Simulation::network_transfer_s(double bytes) const {
  const model::Segment* const segment = model::segment_at(machine_.larger, bytes);
  return bytes * (segment == nullptr ? machine_.gap_s_per_byte : segment->beta_s_per_byte);
}

Request Simulation::send_to_other_host(int rank, int to, Message&& message, int tag) {
  const std::uint32_t send = new_entry(to, tag, State::sending);
  const std::uint32_t crossing = network_.crossings.acquire();
  const double bytes = message.wire_bytes();
  network_.crossings[crossing] = {.wire_bytes = bytes,
                                  .posted_s = at(rank).clock_s,
                                  .from = rank,
                                  .to = to,
                                  .tag = tag,
                                  .payload = payloads_.add(std::move(message)),
                                  .send = send};
  if (network_.end(rank).sending.add(network_.crossings, crossing, &Crossing::next))
    set_up_first(rank);
  return request_of_entry(send);
}

/// The first message of the rank's port is set up, then passes the port of the host.
void Simulation::set_up_first(int rank) {
  if (must_wait(rank)) {
    flights_.of(rank).setup_waits = true;
    return;
  }
  if (flights_.limited()) ++flights_.of(rank).count;
  const NetworkEnd& end = network_.end(rank);
  const Crossing& first = network_.crossings[end.sending.first];
  const double setup_s = network_setup_s(first.wire_bytes) + group_setup_s(rank, first.to);
  events_.push({std::max({now_s_, first.posted_s, end.send_free_s}) + setup_s,
                EventKind::crossing_leaves, end.sending.first});
}

/// The head of the first message has arrived. Its setup overlaps with that of the sender.
void Simulation::admit_first(int rank) {
  const NetworkEnd& end = network_.end(rank);
  const Crossing& first = network_.crossings[end.receiving.first];
  const double setup_s = network_setup_s(first.wire_bytes) + group_setup_s(first.from, rank);
  events_.push({std::max(now_s_, end.receive_free_s + setup_s), EventKind::crossing_enters,
                end.receiving.first});
}

void Simulation::pass_host(std::uint32_t index, HostPorts::Direction direction) {
  const Crossing& crossing = network_.crossings[index];
  const bool sends = direction == HostPorts::Direction::send;
  const std::uint32_t host = network_.host(sends ? crossing.from : crossing.to);
  const double bytes = crossing.wire_bytes;
  const auto slowdown = [&](model::Pattern pattern) {
    return std::max(1.0, model::slowdown_at(machine_.slowdowns.of(pattern), bytes));
  };
  HostPorts& ports = network_.ports[host];
  ports.begin(direction,
              {.number = index,
               .peer_host = network_.host(sends ? crossing.to : crossing.from),
               .work_s = network_transfer_s(bytes),
               .exchange = slowdown(model::Pattern::exchange),
               .ring = slowdown(model::Pattern::ring)},
              now_s_);
  events_.push({ports.next_s(), EventKind::host_ports, host});
}

/// The head of the message leaves its sender's host.
void Simulation::cross(std::uint32_t index) {
  Crossing& crossing = network_.crossings[index];
  crossing.delay_s = group_latency_s(crossing.from, crossing.to);
  double arrives_s = now_s_ + machine_.latency_s + crossing.delay_s;
  if (delays_.present()) {
    const double bytes = crossing.wire_bytes;
    const double alone_s = machine_.latency_s + crossing.delay_s + network_setup_s(bytes) +
                           group_setup_s(crossing.from, crossing.to) + network_transfer_s(bytes);
    const double late_s = delays_.next_s(crossing.from, alone_s);
    crossing.delay_s += late_s;
    arrives_s = delays_.in_order_s(crossing.from, crossing.to, arrives_s + late_s);
  }
  events_.push({arrives_s, EventKind::crossing_arrives, index});
}

int Simulation::handle_crossing(const Event& event) {
  const std::uint32_t crossing = event.subject;
  switch (event.kind) {
    case EventKind::crossing_leaves:
      pass_host(crossing, HostPorts::Direction::send);
      cross(crossing);
      return Fibers::kHome;
    case EventKind::crossing_arrives: {
      const int to = network_.crossings[crossing].to;
      if (network_.end(to).receiving.add(network_.crossings, crossing, &Crossing::next_received))
        admit_first(to);
      return Fibers::kHome;
    }
    case EventKind::crossing_enters:
      pass_host(crossing, HostPorts::Direction::receive);
      return Fibers::kHome;
    case EventKind::crossing_ends:
      return half_passed(crossing);
    case EventKind::host_ports:
      return host_passed(event.subject);
    case EventKind::arrival:
    case EventKind::late_arrival:
    case EventKind::delivered:
    case EventKind::grant:
    case EventKind::timer:
    case EventKind::enters:
    case EventKind::hops:
    case EventKind::share_ends:
    case EventKind::arrives:
    case EventKind::background:
      break;
  }
  return Fibers::kHome;
}

/// Events of predictions that were changed since find nothing that has passed.
int Simulation::host_passed(std::uint32_t host) {
  HostPorts& ports = network_.ports[host];
  const auto passed = ports.take_passed(now_s_);
  if (!passed) return Fibers::kHome;
  if (ports.next_s() < std::numeric_limits<double>::infinity())
    events_.push({ports.next_s(), EventKind::host_ports, host});
  if (passed->direction == HostPorts::Direction::receive) return half_passed(passed->message);

  const Crossing& sent = network_.crossings[passed->message];
  const int rank = sent.from;
  NetworkEnd& end = network_.end(rank);
  end.send_free_s = now_s_ + machine_.gap_s;
  events_.push(
      {now_s_ + machine_.latency_s + sent.delay_s, EventKind::crossing_ends, passed->message});
  const std::uint32_t send = sent.send;
  if (end.sending.remove_first(sent.next)) set_up_first(rank);
  entries_[send].set(State::sent);
  entries_[send].time_s = now_s_;
  return wake_if_awaited(rank, send);
}

/// A message is delivered when its last byte has left the sender's host and reached the receiver,
/// and it has passed the port of the receiver's host.
int Simulation::half_passed(std::uint32_t index) {
  if (--network_.crossings[index].halves > 0) return Fibers::kHome;
  const Crossing crossing = network_.crossings[index];
  network_.crossings.release(index);
  NetworkEnd& end = network_.end(crossing.to);
  end.receive_free_s = now_s_ + machine_.gap_s;
  if (end.receiving.remove_first(crossing.next_received)) admit_first(crossing.to);
  if (flights_.limited()) release(crossing.from);
  ++result_.messages;
  result_.bytes += crossing.wire_bytes;
  return hand_over(crossing.from, crossing.to, crossing.tag, crossing.payload, now_s_);
}

}  // namespace sparlab::runtime::loggp
