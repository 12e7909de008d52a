#pragma once

#include <deque>
#include <unordered_map>

#include "runtime/message.hpp"

namespace sparlab::sim {

/// Messages of one rank to itself, which bypass the network; ordered per tag.
class SelfMessages {
 public:
  /// The receiver's place for a message; filled once it has been sent.
  struct Place {
    runtime::Message message;
    bool filled = false;
  };

  void send(int tag, runtime::Message message);

  /// Registers `place` (whose address must not change until it is filled).
  void receive(int tag, Place& place);

  /// Number of messages that were sent and not received.
  std::size_t unreceived() const;

 private:
  struct Queue {
    std::deque<runtime::Message> sent;
    std::deque<Place*> expected;
  };
  std::unordered_map<int, Queue> queues_;
};

}  // namespace sparlab::sim
