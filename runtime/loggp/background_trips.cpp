// Messages of the background.

#include <cmath>

#include "runtime/loggp/link_network.hpp"

namespace sparlab::runtime::loggp {

bool LinkNetwork::is_background(const Event& event) const {
  switch (event.kind) {
    case EventKind::background:
      return true;
    case EventKind::hops:
      return trips_[event.subject].kind == Trip::Kind::background;
    case EventKind::share_ends:  // if ranks share a link, `sharing` says so
      return true;
    default:
      return false;
  }
}

void LinkNetwork::push_counted(const Event& event) {
  world_.events.push(event);
  if (background_ && is_background(event)) ++background_->events;
}

/// Either all ranks have returned, or they wait for something that will not come.
bool LinkNetwork::only_background_left() const {
  return background_ && world_.events.size() == background_->events && contention_.sharing == 0;
}

/// Waits for the sender's next message.
void LinkNetwork::await_background(std::uint32_t sender) {
  const double due_s = world_.now_s() + background_->next_due_s(sender);
  if (std::isfinite(due_s)) push_counted({due_s, EventKind::background, sender});
}

/// A message of the sender is due.
void LinkNetwork::background_due(std::uint32_t sender) {
  if (background_->may_send(sender)) send_background(sender);
}

/// The message joins the queue of its host's link at once, so that it does not wait for the end of
/// every longer message of a rank.
void LinkNetwork::send_background(std::uint32_t sender) {
  background_->sent(sender);
  const auto place_of = [&](std::uint32_t end) { return world_.size() + static_cast<int>(end); };
  const std::uint32_t index = trips_.acquire();
  Trip& trip = trips_[index];
  trip = {.wire_bytes = background_->bytes(),
          .tail_s = world_.now_s(),
          .from = place_of(sender),
          .to = place_of(background_->receiver(sender)),
          .kind = Trip::Kind::background};
  contention_.choose_route(trip, world_.now_s());
  background_hops(index);  // its first link
  await_background(sender);
}

/// The message has reached its next link, or has passed the last one.
void LinkNetwork::background_hops(std::uint32_t index) {
  Trip& trip = trips_[index];
  if (!trip.head_arrived()) {
    const Links::Passage passage = pass_link(index);
    if (!trip.head_arrived())
      push_counted({passage.head_s, EventKind::hops, index});
    else if (trip.shares == 0)
      leave(index);
    return;
  }
  const auto sender = static_cast<std::uint32_t>(trip.from - world_.size());
  trips_.release(index);
  if (background_->passed(sender)) send_background(sender);
}

}  // namespace sparlab::runtime::loggp
