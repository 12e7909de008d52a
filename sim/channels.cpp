#include "sim/channels.hpp"

#include <utility>

namespace sparlab::sim {
namespace {

std::uint64_t key_of(int from, int tag) {
  return std::uint64_t{static_cast<std::uint32_t>(from)} << 32 | static_cast<std::uint32_t>(tag);
}

void complete(Operation& receive, runtime::Message message) {
  receive.received = std::move(message);
  receive.complete = true;
}

}  // namespace

void SelfMessages::send(int tag, runtime::Message message) {
  Queue& queue = queues_[tag];
  if (queue.expected.empty()) {
    queue.sent.push_back(std::move(message));
    return;
  }
  complete(*queue.expected.front(), std::move(message));
  queue.expected.pop_front();
}

void SelfMessages::receive(int tag, Operation& receive) {
  Queue& queue = queues_[tag];
  if (queue.sent.empty()) {
    queue.expected.push_back(&receive);
    return;
  }
  complete(receive, std::move(queue.sent.front()));
  queue.sent.pop_front();
}

std::size_t SelfMessages::unreceived() const {
  std::size_t count = 0;
  for (const auto& [tag, queue] : queues_) count += queue.sent.size();
  return count;
}

Operation* Channels::post_send(Transfer& send) {
  auto& open = open_[static_cast<std::size_t>(send.to)];
  const auto entry = open.try_emplace(key_of(send.from, send.tag)).first;
  Channel& channel = entry->second;
  if (channel.receives.first == nullptr) {
    channel.sends.push(send);
    return nullptr;
  }
  Operation* const receive = channel.receives.pop();
  if (channel.receives.first == nullptr) open.erase(entry);
  return receive;
}

Transfer* Channels::post_receive(int from, int to, int tag, Operation& receive) {
  auto& open = open_[static_cast<std::size_t>(to)];
  const auto entry = open.try_emplace(key_of(from, tag)).first;
  Channel& channel = entry->second;
  if (channel.sends.first == nullptr) {
    channel.receives.push(receive);
    return nullptr;
  }
  Transfer* const send = channel.sends.pop();
  if (channel.sends.first == nullptr) open.erase(entry);
  return send;
}

std::optional<Channels::Unreceived> Channels::unreceived() const {
  for (std::size_t to = 0; to < open_.size(); ++to) {
    std::optional<Unreceived> first;
    for (const auto& [key, channel] : open_[to]) {
      Unreceived found{static_cast<int>(key >> 32), static_cast<int>(to),
                       static_cast<int>(static_cast<std::uint32_t>(key)), 0};
      for (const Transfer* send = channel.sends.first; send != nullptr; send = send->next)
        ++found.messages;
      if (found.messages == 0) continue;
      if (!first || std::pair(found.from, found.tag) < std::pair(first->from, first->tag))
        first = found;
    }
    if (first) return first;
  }
  return std::nullopt;
}

}  // namespace sparlab::sim
