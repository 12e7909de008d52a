// Messages of the background of a simulation. Sender i has the place of rank P + i.

#include <cmath>

#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

using fibers::Fibers;

bool Simulation::is_background(const Event& event) const {
  switch (event.kind) {
    case EventKind::background:
      return true;
    case EventKind::hops:
      return contention_->trips[event.subject].kind == Trip::Kind::background;
    case EventKind::share_ends:  // if ranks share a link, `sharing` says so
      return true;
    default:
      return false;
  }
}

void Simulation::push_counted(const Event& event) {
  events_.push(event);
  if (background_ && is_background(event)) ++background_->events;
}

/// Only events of the background are left. Then either all ranks have returned, or they wait for
/// something that will not come.
bool Simulation::only_background_left() const {
  return background_ && events_.size() == background_->events && contention_->sharing == 0;
}

void Simulation::start_background() {
  for (std::uint32_t sender = 0; sender < background_->senders(); ++sender)
    await_background(sender);
}

/// Waits for the sender's next message.
void Simulation::await_background(std::uint32_t sender) {
  const double due_s = now_s_ + background_->next_due_s(sender);
  if (std::isfinite(due_s)) push_counted({due_s, EventKind::background, sender});
}

/// A message of the sender is due.
int Simulation::background_due(std::uint32_t sender) {
  if (background_->may_send(sender)) send_background(sender);
  return Fibers::kHome;
}

/// The message joins the queue of its host's link at once, so that it does not wait for the end of
/// every longer message of a rank.
void Simulation::send_background(std::uint32_t sender) {
  Contention& network = *contention_;
  background_->sent(sender);
  const auto place_of = [&](std::uint32_t end) { return size() + static_cast<int>(end); };
  const std::uint32_t index = network.trips.acquire();
  Trip& trip = network.trips[index];
  trip = {.wire_bytes = background_->bytes(),
          .tail_s = now_s_,
          .from = place_of(sender),
          .to = place_of(background_->receiver(sender)),
          .kind = Trip::Kind::background};
  network.choose_route(trip, now_s_);
  background_hops(index);  // its first link
  await_background(sender);
}

/// The message has reached its next link, or has passed the last one.
int Simulation::background_hops(std::uint32_t index) {
  Contention& network = *contention_;
  Trip& trip = network.trips[index];
  if (!trip.head_arrived()) {
    const Links::Passage passage = pass_link(index);
    if (!trip.head_arrived())
      push_counted({passage.head_s, EventKind::hops, index});
    else if (trip.shares == 0)
      leave_network(index);
    return Fibers::kHome;
  }
  const auto sender = static_cast<std::uint32_t>(trip.from - size());
  network.trips.release(index);
  if (background_->passed(sender)) send_background(sender);
  return Fibers::kHome;
}

}  // namespace sparlab::runtime::loggp
