#include "sim/s4u_comm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Mailbox.hpp>

#include "model/base/contract.hpp"

namespace sparlab::sim {

using runtime::CommError;
using runtime::Message;
using runtime::Request;

Message* MessagePool::store(Message message) {
  if (free_.empty()) return &messages_.emplace_back(std::move(message));
  Message* place = free_.back();
  free_.pop_back();
  *place = std::move(message);
  return place;
}

Message MessagePool::take(Message* stored) {
  free_.push_back(stored);
  return std::exchange(*stored, Message{});
}

S4uComm::S4uComm(World& world, int rank) : world_(world), rank_(rank) { resumed(); }

S4uComm::~S4uComm() {
  // Cancel transfers left over after an error; otherwise SimGrid would complain on stderr.
  for (Operation& left : operations_) {
    if (left.comm) left.comm->set_state(simgrid::s4u::Activity::State::CANCELED);
  }
}

double S4uComm::now() const {
  pay();
  return simgrid::s4u::Engine::get_clock();
}

Request S4uComm::isend(int to, Message message, int tag) {
  SPARLAB_EXPECTS(to >= 0 && to < size());
  SPARLAB_EXPECTS(message.wire_bytes() >= 0 && std::isfinite(message.wire_bytes()));
  const std::uint64_t id = start({Waiting::For::send, to, tag});
  const double bytes = message.wire_bytes();
  owed_s_ += overhead_s(to, bytes);
  if (to == rank_) {
    self_messages_.send(tag, std::move(message));
    return Request(id);
  }
  pay();
  const auto protocol = bytes < world_.platform.rendezvous_bytes || inside_host(to)
                            ? Protocol::eager
                            : Protocol::rendezvous;
  auto* mailbox = world_.channels.post_send(rank_, to, tag, protocol);
  auto comm = mailbox->put_init(world_.messages.store(std::move(message)), 0);
  // SimGrid omits the latency of a transfer without bytes that is received late.
  comm->set_remaining(std::max(bytes, 1.0));
  comm->vetoable_start();
  resumed();
  operations_[id].comm = std::move(comm);
  return Request(id);
}

Request S4uComm::irecv(int from, int tag) {
  SPARLAB_EXPECTS(from >= 0 && from < size());
  const std::uint64_t id = start({Waiting::For::receive, from, tag});
  Operation& posted = operations_[id];
  if (from == rank_) {
    self_messages_.receive(tag, posted.self);
    return Request(id);
  }
  // Only a rendezvous waits for this receive to be posted; otherwise the owed time need not be paid
  // yet.
  if (std::isfinite(world_.platform.rendezvous_bytes)) pay();
  auto* mailbox = world_.channels.post_receive(from, rank_, tag);
  posted.comm = mailbox->get_async<Message>(&posted.arrived);
  resumed();
  return Request(id);
}

Message S4uComm::wait(Request& request) {
  Operation& waited = operation(request);
  if (waited.comm == nullptr) {
    require_sent(waited);
  } else if (!waited.completed) {
    complete(waited);
  }
  Message message = deliver(waited);
  free_.push_back(request.id());
  request.reset();
  return message;
}

std::size_t S4uComm::wait_any(std::span<Request> requests) {
  std::vector<simgrid::s4u::CommPtr> comms;
  std::vector<std::size_t> positions;
  std::vector<Waiting> any_of;
  const Operation* unsent = nullptr;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i].pending()) continue;
    const Operation& candidate = operation(requests[i]);
    if (candidate.comm == nullptr) {
      if (!is_receive(candidate) || candidate.self.filled) return i;
      unsent = &candidate;
      continue;
    }
    if (candidate.completed) return i;
    comms.push_back(candidate.comm);
    positions.push_back(i);
    any_of.push_back(candidate.waiting);
  }
  if (comms.empty()) {
    SPARLAB_EXPECTS(unsent != nullptr);
    require_sent(*unsent);
  }
  // Do not call test_any first: SimGrid 3.32 keeps a list of the transfers that it finds complete,
  // and searches it whenever another transfer of this actor ends.
  pay();
  world_.stall.block(rank_, std::move(any_of));
  const ssize_t first = simgrid::s4u::Comm::wait_any(comms);
  resumed();
  world_.stall.resume(rank_);
  const std::size_t position = positions[static_cast<std::size_t>(first)];
  operation(requests[position]).completed = true;
  return position;
}

void S4uComm::charge(runtime::Work work) {
  SPARLAB_EXPECTS(work.count >= 0);
  owed_s_ += work.count * world_.platform.rates[static_cast<std::size_t>(work.kind)];
}

double S4uComm::finish() {
  for (const Operation& left : operations_) {
    if (!left.active) continue;
    throw CommError(fmt::format("rank {} returned without waiting for its {} rank {} (tag {})",
                                rank_, is_receive(left) ? "receive from" : "send to",
                                left.waiting.peer, left.waiting.tag));
  }
  if (self_messages_.unreceived() != 0) {
    throw CommError(fmt::format("rank {} never received {} of its messages to itself", rank_,
                                self_messages_.unreceived()));
  }
  pay();
  world_.stall.finish(rank_);
  return simgrid::s4u::Engine::get_clock();
}

bool S4uComm::inside_host(int peer) const {
  const model::Placement& placement = world_.platform.placement;
  return placement.shares_ports() && peer != rank_ &&
         placement.host_of(static_cast<std::uint64_t>(peer)) ==
             placement.host_of(static_cast<std::uint64_t>(rank_));
}

double S4uComm::overhead_s(int peer, double bytes) const {
  const Platform& platform = world_.platform;
  const model::Segment* const segment = model::segment_at(
      inside_host(peer) ? platform.inside_overhead : platform.larger_overhead, bytes);
  return segment == nullptr ? platform.overhead_s + platform.overhead_s_per_byte * bytes
                            : segment->alpha_s + segment->beta_s_per_byte * bytes;
}

std::uint64_t S4uComm::start(Waiting waiting) {
  if (free_.empty()) {
    free_.push_back(operations_.size());
    operations_.emplace_back();
  }
  const std::uint64_t id = free_.back();
  free_.pop_back();
  Operation& fresh = operations_[id];
  fresh.active = true;
  fresh.completed = false;
  fresh.waiting = waiting;
  return id;
}

S4uComm::Operation& S4uComm::operation(const Request& request) {
  SPARLAB_EXPECTS(request.id() < operations_.size());
  Operation& found = operations_[request.id()];
  SPARLAB_EXPECTS(found.active);
  return found;
}

/// Pays the owed time, then blocks until the transfer is over.
void S4uComm::complete(Operation& waited) {
  pay();
  world_.stall.block(rank_, waited.waiting);
  waited.comm->wait();
  resumed();
  world_.stall.resume(rank_);
}

/// Ends a completed operation and returns the received message.
Message S4uComm::deliver(Operation& ended) {
  ended.active = false;
  const bool remote = ended.comm != nullptr;
  ended.comm.reset();
  if (!is_receive(ended)) return {};
  Message message = remote ? world_.messages.take(std::exchange(ended.arrived, nullptr))
                           : std::move(ended.self.message);
  ++world_.delivered_messages;
  world_.delivered_bytes += message.wire_bytes();
  owed_s_ += overhead_s(ended.waiting.peer, message.wire_bytes());
  return message;
}

/// A message to oneself that has not been sent yet never will be: the actor is waiting for it.
void S4uComm::require_sent(const Operation& waited) const {
  if (!is_receive(waited) || waited.self.filled) return;
  throw CommError(fmt::format(
      "stalled: rank {0} waits for a message from rank {0}, itself (tag {1}), that it has not sent",
      rank_, waited.waiting.tag));
}

void S4uComm::pay() const {
  if (owed_s_ <= 0) return;
  simgrid::s4u::this_actor::sleep_for(std::exchange(owed_s_, 0));
  resumed();
}

/// To be called after every call that lets other actors run.
void S4uComm::resumed() const { model::current_rank = rank_; }

}  // namespace sparlab::sim
