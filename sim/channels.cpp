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

void SelfMessages::send(int tag, runtime::Message message) {
  Queue& queue = queues_[tag];
  if (queue.expected.empty()) {
    queue.sent.push_back(std::move(message));
    return;
  }
  Place& place = *queue.expected.front();
  queue.expected.pop_front();
  place = {std::move(message), true};
}

void SelfMessages::receive(int tag, Place& place) {
  Queue& queue = queues_[tag];
  place = {};
  if (queue.sent.empty()) {
    queue.expected.push_back(&place);
    return;
  }
  place = {std::move(queue.sent.front()), true};
  queue.sent.pop_front();
}

std::size_t SelfMessages::unreceived() const {
  std::size_t count = 0;
  for (const auto& [tag, queue] : queues_) count += queue.sent.size();
  return count;
}

Channels::Channels(int ranks) : destinations_(static_cast<std::size_t>(ranks)) {}

void Channels::set_actor(int rank, simgrid::s4u::ActorPtr actor) {
  Destination& destination = destinations_[static_cast<std::size_t>(rank)];
  destination.actor = std::move(actor);
  // Cheaper here than from within the simulation.
  add_mailbox(destination, Protocol::eager);
  add_mailbox(destination, Protocol::rendezvous);
}

simgrid::s4u::Mailbox* Channels::post_send(int from, int to, int tag, Protocol protocol) {
  Destination& destination = with_free_mailboxes(to);
  const std::uint64_t key = key_of(from, tag);
  Channel& channel = destination.open[key];
  const bool is_awaited = channel.posted_receives > 0;
  if (is_awaited) {
    --channel.posted_receives;
  } else {
    channel.unreceived.push_back(protocol);
  }
  auto* mailbox = mailbox_of(destination, channel, is_awaited ? Protocol::rendezvous : protocol);
  close_if_balanced(destination, key);
  return mailbox;
}

simgrid::s4u::Mailbox* Channels::post_receive(int from, int to, int tag) {
  Destination& destination = with_free_mailboxes(to);
  const std::uint64_t key = key_of(from, tag);
  Channel& channel = destination.open[key];
  Protocol protocol = Protocol::rendezvous;
  if (channel.unreceived.empty()) {
    ++channel.posted_receives;
  } else {
    protocol = channel.unreceived.front();
    channel.unreceived.erase(channel.unreceived.begin());
  }
  auto* mailbox = mailbox_of(destination, channel, protocol);
  close_if_balanced(destination, key);
  return mailbox;
}

/// Creating a mailbox lets other ranks run, which may take free mailboxes meanwhile. Therefore none
/// is created between the look-up of a channel and the caller's post, and all kinds are checked
/// again after each creation.
Channels::Destination& Channels::with_free_mailboxes(int to) {
  Destination& destination = destinations_[static_cast<std::size_t>(to)];
  const auto lacks = [&](Protocol protocol) {
    return destination.free[static_cast<std::size_t>(protocol)].empty();
  };
  for (;;) {
    if (lacks(Protocol::eager)) {
      add_mailbox(destination, Protocol::eager);
    } else if (lacks(Protocol::rendezvous)) {
      add_mailbox(destination, Protocol::rendezvous);
    } else {
      return destination;
    }
  }
}

simgrid::s4u::Mailbox* Channels::mailbox_of(Destination& destination, Channel& channel,
                                            Protocol protocol) {
  const auto kind = static_cast<std::size_t>(protocol);
  if (channel.mailboxes[kind] == nullptr) {
    channel.mailboxes[kind] = destination.free[kind].back();
    destination.free[kind].pop_back();
  }
  return channel.mailboxes[kind];
}

void Channels::close_if_balanced(Destination& destination, std::uint64_t key) {
  const auto entry = destination.open.find(key);
  if (entry->second.posted_receives > 0 || !entry->second.unreceived.empty()) return;
  for (std::size_t kind = 0; kind < 2; ++kind) {
    auto* mailbox = entry->second.mailboxes[kind];
    if (mailbox != nullptr) destination.free[kind].push_back(mailbox);
  }
  destination.open.erase(entry);
}

void Channels::add_mailbox(Destination& destination, Protocol protocol) {
  auto* mailbox = simgrid::s4u::Mailbox::by_name("channel " + std::to_string(mailboxes_++));
  if (protocol == Protocol::eager) mailbox->set_receiver(destination.actor);
  destination.free[static_cast<std::size_t>(protocol)].push_back(mailbox);
}

std::optional<Channels::Unreceived> Channels::unreceived() const {
  for (std::size_t to = 0; to < destinations_.size(); ++to) {
    std::optional<Unreceived> first;
    for (const auto& [key, channel] : destinations_[to].open) {
      if (channel.unreceived.empty()) continue;
      const Unreceived found{static_cast<int>(key >> 32), static_cast<int>(to),
                             static_cast<int>(static_cast<std::uint32_t>(key)),
                             static_cast<std::int64_t>(channel.unreceived.size())};
      if (!first || std::pair(found.from, found.tag) < std::pair(first->from, first->tag)) {
        first = found;
      }
    }
    if (first) return first;
  }
  return std::nullopt;
}

}  // namespace sparlab::sim
