#pragma once

#include <deque>
#include <unordered_map>

#include "runtime/message.hpp"

namespace sparlab::sim {

/// Messages of one rank to itself: past the network, in order by tag.
class SelfMessages {
 public:
  /// The receiver's place for a message; filled once it has been sent.
  struct Place {
    runtime::Message message;
    bool filled = false;
  };

  void send(int tag, runtime::Message message);

  /// Registers `place` (which must stay where it is until it is filled).
  void receive(int tag, Place& place);

  /// Messages that were sent and not received.
  std::size_t unreceived() const;

 private:
  struct Queue {
    std::deque<runtime::Message> sent;
    std::deque<Place*> expected;
  };
  std::unordered_map<int, Queue> queues_;
};

}  // namespace sparlab::sim
