#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/message.hpp"
#include "simgrid/forward.h"

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

/// When a message begins to move.
enum class Protocol : unsigned char {
  eager,       ///< when it is sent, whether or not its receive is posted
  rendezvous,  ///< when it is sent and its receive is posted
};

/// Pairs sends with receives: messages of one (source, destination, tag) match in exact post order.
///
/// Every channel with unmatched posts has its own SimGrid mailboxes, one for each protocol that it
/// needs; a channel whose sends and receives balance returns them, so a destination needs only as
/// many as it has open channels at a time. SimGrid serves posts in the order in which the actors
/// made them, which is the order of these calls, so a mailbox never holds posts of two channels.
class Channels {
 public:
  explicit Channels(int ranks);

  /// Eager mailboxes deliver to this actor whether or not it has posted a receive. Once per rank,
  /// before the simulation starts.
  void set_actor(int rank, simgrid::s4u::ActorPtr actor);

  /// The mailbox for the send or receive that the caller posts next.
  simgrid::s4u::Mailbox* post_send(int from, int to, int tag, Protocol protocol);
  simgrid::s4u::Mailbox* post_receive(int from, int to, int tag);

  struct Unreceived {
    int from = 0;
    int to = 0;
    int tag = 0;
    std::int64_t messages = 0;
  };
  /// A channel on which more was sent than received, if there is one (the first by destination).
  std::optional<Unreceived> unreceived() const;

 private:
  using Mailboxes = std::array<simgrid::s4u::Mailbox*, 2>;  ///< by Protocol

  struct Channel {
    Mailboxes mailboxes{};             ///< null until needed
    std::int64_t posted_receives = 0;  ///< receives without a send; all in the rendezvous mailbox
    std::vector<Protocol> unreceived;  ///< few sends without a receive, oldest first
  };
  struct Destination {
    simgrid::s4u::ActorPtr actor;
    std::unordered_map<std::uint64_t, Channel> open;  ///< by (source, tag)
    std::array<std::vector<simgrid::s4u::Mailbox*>, 2> free;
  };

  Destination& with_free_mailboxes(int to);
  simgrid::s4u::Mailbox* mailbox_of(Destination& destination, Channel& channel, Protocol protocol);
  void close_if_balanced(Destination& destination, std::uint64_t key);
  void add_mailbox(Destination& destination, Protocol protocol);

  std::vector<Destination> destinations_;
  std::uint64_t mailboxes_ = 0;
};

}  // namespace sparlab::sim
