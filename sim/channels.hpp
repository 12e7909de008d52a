#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "runtime/message.hpp"
#include "sim/transfers.hpp"

namespace sparlab::sim {

/// Messages of one rank to itself, which bypass the network; ordered per tag.
class SelfMessages {
 public:
  void send(int tag, runtime::Message message);

  /// `receive` becomes complete when its message has been sent, perhaps at once.
  void receive(int tag, Operation& receive);

  /// Number of messages that were sent and not received.
  std::size_t unreceived() const;

 private:
  struct Queue {
    std::deque<runtime::Message> sent;
    std::deque<Operation*> expected;
  };
  std::unordered_map<int, Queue> queues_;
};

/// Pairs sends with receives: messages of one (source, destination, tag) match in the order in
/// which they were posted.
class Channels {
 public:
  explicit Channels(int ranks) : open_(static_cast<std::size_t>(ranks)) {}

  /// The receive that this send matches. Null if there is none yet; a later receive then finds the
  /// send.
  Operation* post_send(Transfer& send);

  /// The send that this receive matches, or null.
  Transfer* post_receive(int from, int to, int tag, Operation& receive);

  struct Unreceived {
    int from = 0;
    int to = 0;
    int tag = 0;
    std::int64_t messages = 0;
  };
  /// A channel on which more was sent than received, if there is one (the first by destination).
  std::optional<Unreceived> unreceived() const;

 private:
  template <class Item>
  struct Queue {
    Item* first = nullptr;
    Item* last = nullptr;

    void push(Item& item) {
      item.next = nullptr;
      (first == nullptr ? first : last->next) = &item;
      last = &item;
    }
    Item* pop() {
      Item* const item = first;
      first = item->next;
      return item;
    }
  };

  /// One of the queues is empty.
  struct Channel {
    Queue<Transfer> sends;
    Queue<Operation> receives;
  };

  /// By destination, then by source and tag. Channels without posts are erased.
  std::vector<std::unordered_map<std::uint64_t, Channel>> open_;
};

}  // namespace sparlab::sim
