#include "sim/s4u_comm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::sim {
namespace {

using runtime::CommError;
using runtime::Message;
using runtime::Request;
using simgrid::s4u::Engine;

/// The memory of a rank that runs ahead is bounded: it blocks until some of its sends have begun.
constexpr std::size_t kMostPostedSends = 64;

/// Calls `code` when the simulation's clock has reached `at_s`, unless the run has failed by then.
template <class Code>
void call_at(double at_s, const World& world, Code code) {
  simgrid::kernel::timer::Timer::set(at_s, [&world, code] {
    if (!world.failed) code();
  });
}

}  // namespace

S4uComm::S4uComm(World& world, int number)
    : world_(world),
      rank_(world.rank_of(number)),
      lane_of_0_(number - rank_),
      woken_(simgrid::s4u::Semaphore::create(0)) {
  model::current_rank = rank_;
  world_.comms[static_cast<std::size_t>(number)] = this;
}

Request S4uComm::isend(int to, Message message, int tag) {
  SPARLAB_EXPECTS(to >= 0 && (to < size() || world_.is_switch(to)));
  SPARLAB_EXPECTS(message.wire_bytes() >= 0 && std::isfinite(message.wire_bytes()));
  const std::uint64_t id = begin({Waiting::For::send, to, tag});
  const double bytes = message.wire_bytes();
  now_s_ += overhead_s(to, bytes);
  if (to == rank_) {
    operations_[id].complete = true;
    self_messages_.send(tag, std::move(message));
    return Request(id);
  }
  if (world_.traffic.counted() && !inside_host(to)) count_traffic(to, bytes);
  require_ends();
  if (posted_sends_ >= kMostPostedSends) block(Blocked::until_room);
  const auto protocol = bytes < world_.platform.rendezvous_bytes || inside_host(to) || on_tree(to)
                            ? Protocol::eager
                            : Protocol::rendezvous;
  Transfer& send = world_.transfers.create(number(), lane_of(to), tag, protocol, std::move(message),
                                           ends_.take(), operations_[id]);
  post({.at_s = now_s_, .send = &send});
  return Request(id);
}

Request S4uComm::irecv(int from, int tag) {
  SPARLAB_EXPECTS(from >= 0 && (from < size() || world_.is_switch(from)));
  const std::uint64_t id = begin({Waiting::For::receive, from, tag});
  Operation& receive = operations_[id];
  if (from == rank_) {
    self_messages_.receive(tag, receive);
    return Request(id);
  }
  const Post posted{.at_s = now_s_, .receive = &receive};
  // Only a rendezvous depends on the time at which its receive is posted.
  if (std::isfinite(world_.platform.rendezvous_bytes)) {
    post(posted);
  } else {
    take_effect(posted);
  }
  return Request(id);
}

Message S4uComm::wait(Request& request) {
  Operation& waited = operation(request);
  if (is_to_self(waited)) {
    require_sent(waited);
  } else if (!waited.complete) {
    world_.stall.block(number(), waited.waiting);
    waited.awaited = true;
    block(Blocked::until_complete);
    waited.awaited = false;
    world_.stall.resume(number());
  }
  waited.active = false;
  free_.push_back(request.id());
  request.reset();
  if (!is_receive(waited)) return {};
  Message message = std::exchange(waited.received, Message{});
  if (!world_.is_switch(waited.waiting.peer)) {
    ++world_.delivered_messages;
    world_.delivered_bytes += message.wire_bytes();
  }
  now_s_ += overhead_s(waited.waiting.peer, message.wire_bytes());
  return message;
}

std::size_t S4uComm::wait_any(std::span<Request> requests) {
  std::vector<std::size_t> positions;
  std::vector<Waiting> any_of;
  const Operation* unsent = nullptr;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i].pending()) continue;
    const Operation& candidate = operation(requests[i]);
    if (candidate.reported || (is_to_self(candidate) && candidate.complete)) return i;
    if (is_to_self(candidate)) {
      unsent = &candidate;
      continue;
    }
    positions.push_back(i);
    any_of.push_back(candidate.waiting);
  }
  if (positions.empty()) {
    SPARLAB_EXPECTS(unsent != nullptr);
    require_sent(*unsent);
  }
  // What will be complete at this rank's time is known when the simulation has reached it. The
  // first to be complete is chosen, as in `loggp`.
  block_until_now();
  const Operation* first = nullptr;
  std::size_t found = 0;
  for (const std::size_t at : positions) {
    const Operation& candidate = operation(requests[at]);
    if (!candidate.complete) continue;
    if (first != nullptr && first->completed_s <= candidate.completed_s) continue;
    first = &candidate;
    found = at;
  }
  if (first != nullptr) {
    operation(requests[found]).reported = true;
    return found;
  }
  world_.stall.block(number(), std::move(any_of));
  for (const std::size_t at : positions) operation(requests[at]).awaited = true;
  block(Blocked::until_complete);
  for (const std::size_t at : positions) operation(requests[at]).awaited = false;
  world_.stall.resume(number());
  completed_first_->reported = true;
  return *std::ranges::find_if(
      positions, [&](std::size_t at) { return &operation(requests[at]) == completed_first_; });
}

void S4uComm::charge(runtime::Work work) {
  SPARLAB_EXPECTS(work.count >= 0);
  if (world_.is_switch(rank_)) return;
  const auto kind = static_cast<std::size_t>(work.kind);
  const model::WorkCurve& curve = world_.platform.work_curves[kind];
  now_s_ += curve.empty() ? world_.platform.rates[kind] * work.count
                          : model::seconds_at(curve, work.count);
}

void S4uComm::sleep_until(double time_s) {
  now_s_ = std::max(now_s_, time_s);
  if (world_.has_lanes()) block_until_now();
}

void S4uComm::await_wake() { block(Blocked::until_woken); }

void S4uComm::wake(int lane) {
  // What others do at this time may take several rounds of actors.
  constexpr double kAfterOthers_s = 1e-9;
  const int number = rank_ + lane * world_.size;
  // This lane may have returned by then, or the other one.
  call_at(number == this->number() ? now_s_ + kAfterOthers_s : now_s_, world_,
          [&world = world_, number] {
            if (S4uComm* const comm = world.comms[static_cast<std::size_t>(number)])
              comm->wake(Blocked::until_woken);
          });
}

void S4uComm::run_at_switches(Program program) {
  if (world_.programs.begin(rank_, std::move(program))) wake_switches();
}

void S4uComm::run_programs() {
  world_.programs.run(*this, *this, [this] { await_wake(); });
}

void S4uComm::wake_switches() {
  call_at(now_s_, world_, [&world = world_] {
    for (int number = world.size; number < world.count(); ++number)
      if (S4uComm* const comm = world.comms[static_cast<std::size_t>(number)])
        comm->wake(Blocked::until_woken);
  });
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
  world_.stall.finish(number());
  const double finish_s = now_s_;
  while (!ends_.idle()) block(Blocked::until_over);
  ends_.finish();
  if (compute() && !world_.is_switch(rank_) && world_.programs.end_rank()) wake_switches();
  world_.comms[static_cast<std::size_t>(number())] = nullptr;
  return finish_s;
}

bool S4uComm::inside_host(int peer) const {
  const model::Placement& placement = world_.platform.placement;
  return placement.shares_ports() && peer != rank_ && !on_tree(peer) &&
         placement.host_of(static_cast<std::uint64_t>(peer)) ==
             placement.host_of(static_cast<std::uint64_t>(rank_));
}

double S4uComm::overhead_s(int peer, double bytes) const {
  const Platform& platform = world_.platform;
  if (world_.is_switch(rank_)) return 0;
  const model::Segment* const segment = model::segment_at(
      inside_host(peer) ? platform.inside_overhead : platform.larger_overhead, bytes);
  return segment == nullptr ? platform.overhead_s + platform.overhead_s_per_byte * bytes
                            : std::max(0.0, segment->alpha_s + segment->beta_s_per_byte * bytes);
}

void S4uComm::count_traffic(int to, double bytes) {
  if (on_tree(to)) return world_.traffic.add_passage(*world_.tree.link(rank_, to), bytes);
  const auto host = [this](int rank) {
    return static_cast<std::uint32_t>(
        world_.platform.placement.host_of(static_cast<std::uint64_t>(rank)));
  };
  model::Route route;
  world_.topology.append_route(host(rank_), host(to), route);
  for (const std::uint32_t link : route) world_.traffic.add_passage(link, bytes);
  world_.traffic.add_message(world_.topology, host(rank_), host(to), bytes);
}

std::uint64_t S4uComm::begin(Waiting waiting) {
  if (free_.empty()) {
    free_.push_back(operations_.size());
    operations_.emplace_back();
  }
  const std::uint64_t id = free_.back();
  free_.pop_back();
  Operation& fresh = operations_[id];
  fresh.waiting = waiting;
  fresh.comm = this;
  fresh.active = true;
  fresh.complete = fresh.reported = fresh.awaited = false;
  return id;
}

Operation& S4uComm::operation(const Request& request) {
  SPARLAB_EXPECTS(request.id() < operations_.size());
  Operation& found = operations_[request.id()];
  SPARLAB_EXPECTS(found.active);
  return found;
}

/// A message to oneself that has not been sent yet never will be: the actor is waiting for it.
void S4uComm::require_sent(const Operation& waited) const {
  if (!is_receive(waited) || waited.complete) return;
  throw CommError(fmt::format(
      "stalled: rank {0} waits for a message from rank {0}, itself (tag {1}), that it has not sent",
      rank_, waited.waiting.tag));
}

void S4uComm::post(Post post) {
  if (posts_.empty() && post.at_s <= Engine::get_clock()) return take_effect(post);
  if (post.send != nullptr) ++posted_sends_;
  posts_.push_back(post);
  if (posts_.size() == 1) arm();
}

/// The first post will take effect at its time, and the others that have the same time.
void S4uComm::arm() {
  call_at(posts_.front().at_s, world_, [this] {
    while (!posts_.empty() && posts_.front().at_s <= Engine::get_clock()) {
      const Post post = posts_.front();
      posts_.pop_front();
      if (post.send != nullptr) --posted_sends_;
      take_effect(post);
    }
    if (!posts_.empty()) arm();
    if (posted_sends_ <= kMostPostedSends / 2) wake(Blocked::until_room);
  });
}

void S4uComm::take_effect(const Post& post) {
  Transfer* send = post.send;
  Operation* receive = post.receive;
  if (send != nullptr) {
    receive = world_.channels.post_send(*send);
  } else {
    send = world_.channels.post_receive(lane_of(receive->waiting.peer), number(),
                                        receive->waiting.tag, *receive);
  }
  const bool matched = send != nullptr && receive != nullptr;
  if (matched) match(*send, *receive);
  if (send == nullptr || send->ready) return;
  if (!matched && send->protocol == Protocol::rendezvous) return;
  send->comm->ready(*send);
  model::current_rank = rank_;
}

/// The message starts to move, unless one to the same rank is still moving.
void S4uComm::ready(Transfer& send) {
  send.ready = send.moving = true;
  send.ready_s = Engine::get_clock();
  if (!world_.platform.slowdowns.all_to_all.empty() && sends_to_others(send))
    send.pattern = model::Pattern::all_to_all;
  const int to = world_.rank_of(send.to);
  if (world_.ports.present() && !inside_host(to) && !on_tree(to)) plan_delivery(send);
  if (on_tree(to)) send.tree_link = world_.tree.link(rank_, to);
  if (world_.in_turns) {
    Transfer* const before = std::exchange(last_to_[send.to], &send);
    if (before != nullptr) {
      before->behind = &send;
      return;
    }
  }
  const double start_s = world_.transfers.begin(send);
  if (start_s <= send.ready_s) return world_.transfers.start(send, 0);
  call_at(start_s, world_, [this, &send] { world_.transfers.start(send, 0); });
}

/// Whether the rank has messages to other ranks on their way, or posted ones at the same time.
bool S4uComm::sends_to_others(const Transfer& send) const {
  return std::ranges::any_of(
             last_to_,
             [&](const auto& last) { return last.first != send.to && !last.second->arrived; }) ||
         std::ranges::any_of(posts_, [&](const Post& post) {
           return post.send != nullptr && post.send->to != send.to;
         });
}

/// The message has left the links, and the one behind it may pass them.
void S4uComm::start_next(Transfer& before) {
  Transfer* const next = std::exchange(before.behind, nullptr);
  if (next == nullptr) {
    last_to_.erase(before.to);
    return;
  }
  call_at(Engine::get_clock(), world_, [this, next] {
    world_.transfers.begin(*next);
    world_.transfers.start(*next, next->started_s - next->ready_s);
  });
}

/// The message arrives when its bytes have passed the links, unless ports say otherwise.
void S4uComm::plan_delivery(Transfer& send) {
  const int to = world_.rank_of(send.to);
  send.delivery = world_.ports.begin(rank_, to, send.bytes, send.pattern, send.ready_s,
                                     2 * overhead_s(to, send.bytes));
  if (!send.delivery.faster_after_pause) return;
  call_at(send.delivery.after_pause_s, world_, [&send, number = send.delivery.number] {
    Ports& ports = send.comm->world_.ports;
    if (!send.awaits(number) || !ports.is_first(send.delivery)) return;
    if (!ports.meets_other(send.delivery)) return arrived(send);
    if (send.delivery.faster_in_exchange) arrive_in_exchange(send);
  });
}

void S4uComm::arrive_in_exchange(Transfer& send) {
  call_at(send.delivery.in_exchange_s, send.comm->world_, [&send, number = send.delivery.number] {
    if (send.awaits(number)) arrived(send);
  });
}

void S4uComm::match(Transfer& send, Operation& receive) {
  send.receive = &receive;
  if (!send.arrived) return;
  receive.received = std::move(send.message);
  send.received = true;
  if (!send.moving) receive.comm->world_.transfers.release(send);
  complete(receive);
}

void S4uComm::left_links(Transfer& transfer) {
  S4uComm& sender = *transfer.comm;
  World& world = sender.world_;
  if (world.failed) return;
  world.transfers.left_links(transfer);
  sender.start_next(transfer);
  sender.ends_.release(transfer.ends);
  if (sender.ends_.idle()) sender.wake(Blocked::until_over);
  if (transfer.received) return world.transfers.release(transfer);
  if (transfer.arrived) return;
  const Delivery& delivery = transfer.delivery;
  const bool late = delivery.planned() && delivery.in_exchange_s > Engine::get_clock() &&
                    world.ports.met_other(delivery);
  if (!late) return arrived(transfer);
  arrive_in_exchange(transfer);
}

void S4uComm::arrived(Transfer& transfer) {
  S4uComm& sender = *transfer.send->comm;
  transfer.arrived = true;
  if (transfer.delivery.planned()) sender.world_.ports.end(transfer.delivery, Engine::get_clock());
  complete(*transfer.send);
  if (transfer.receive != nullptr) match(transfer, *transfer.receive);
}

void S4uComm::complete(Operation& operation) {
  operation.complete = true;
  operation.completed_s = Engine::get_clock();
  S4uComm& comm = *operation.comm;
  if (!operation.awaited || comm.blocked_ != Blocked::until_complete) return;
  comm.completed_first_ = &operation;
  comm.wake(Blocked::until_complete);
}

void S4uComm::block(Blocked reason) {
  blocked_ = reason;
  world_.latest_s = std::max(world_.latest_s, now_s_);
  woken_->acquire();
  model::current_rank = rank_;
  now_s_ = std::max(now_s_, Engine::get_clock());
}

void S4uComm::wake(Blocked reason) {
  if (blocked_ != reason) return;
  blocked_ = Blocked::no;
  woken_->release();
}

void S4uComm::block_until_now() {
  if (now_s_ <= Engine::get_clock()) return;
  call_at(now_s_, world_, [this] { wake(Blocked::until_time); });
  block(Blocked::until_time);
}

void S4uComm::require_ends() {
  if (ends_.available()) return;
  ends_.prepare([this] { wake(Blocked::until_ends); });
  if (!ends_.available()) block(Blocked::until_ends);
  model::current_rank = rank_;
}

}  // namespace sparlab::sim
