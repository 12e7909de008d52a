#include "sim/channels.hpp"

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Mailbox.hpp>
#include <utility>

namespace sparlab::sim {
namespace {

std::uint64_t key_of(int from, int tag) {
  return std::uint64_t{static_cast<std::uint32_t>(from)} << 32 | static_cast<std::uint32_t>(tag);
}

}  // namespace

Channels::Channels(int ranks) : destinations_(static_cast<std::size_t>(ranks)) {}

void Channels::set_actor(int rank, simgrid::s4u::ActorPtr actor) {
  Destination& destination = destinations_[static_cast<std::size_t>(rank)];
  destination.actor = std::move(actor);
  add_mailbox(destination);  // cheaper here than from within the simulation
}

simgrid::s4u::Mailbox* Channels::post_send(int from, int to, int tag) {
  return post(from, to, tag, +1);
}

simgrid::s4u::Mailbox* Channels::post_receive(int from, int to, int tag) {
  return post(from, to, tag, -1);
}

simgrid::s4u::Mailbox* Channels::post(int from, int to, int tag, std::int64_t change) {
  Destination& destination = destinations_[static_cast<std::size_t>(to)];
  // Making a mailbox lets other ranks run, so it must not happen between the look-up of the channel
  // and the caller's post.
  while (destination.free.empty()) add_mailbox(destination);

  const auto [entry, opened] = destination.open.try_emplace(key_of(from, tag));
  Channel& channel = entry->second;
  if (opened) {
    channel.mailbox = destination.free.back();
    destination.free.pop_back();
  }
  simgrid::s4u::Mailbox* mailbox = channel.mailbox;
  channel.balance += change;
  if (channel.balance == 0) {
    destination.free.push_back(mailbox);
    destination.open.erase(entry);
  }
  return mailbox;
}

void Channels::add_mailbox(Destination& destination) {
  auto* mailbox = simgrid::s4u::Mailbox::by_name("channel " + std::to_string(mailboxes_++));
  mailbox->set_receiver(destination.actor);
  destination.free.push_back(mailbox);
}

std::optional<Channels::Unreceived> Channels::unreceived() const {
  for (std::size_t to = 0; to < destinations_.size(); ++to) {
    std::optional<Unreceived> first;
    for (const auto& [key, channel] : destinations_[to].open) {
      if (channel.balance <= 0) continue;
      const Unreceived found{static_cast<int>(key >> 32), static_cast<int>(to),
                             static_cast<int>(static_cast<std::uint32_t>(key)), channel.balance};
      if (!first || std::pair(found.from, found.tag) < std::pair(first->from, first->tag)) {
        first = found;
      }
    }
    if (first) return first;
  }
  return std::nullopt;
}

}  // namespace sparlab::sim
