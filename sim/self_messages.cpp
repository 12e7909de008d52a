#include "sim/self_messages.hpp"

#include <utility>

namespace sparlab::sim {

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

}  // namespace sparlab::sim
