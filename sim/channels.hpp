#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "simgrid/forward.h"

namespace sparlab::sim {

/// Pairs sends with receives: messages of one (source, destination, tag) match in exact post order.
///
/// Every channel with unmatched posts holds a SimGrid mailbox of its own; a channel whose sends and
/// receives balance gives it back, so that a destination needs only as many mailboxes as it has
/// channels open at once. SimGrid serves posts in the order in which the actors made them, which is
/// the order of these calls: a mailbox never holds posts of two channels.
class Channels {
 public:
  explicit Channels(int ranks);

  /// Mailboxes deliver to this actor whether or not it has posted a receive. Once per rank, before
  /// the simulation starts.
  void set_actor(int rank, simgrid::s4u::ActorPtr actor);

  /// The mailbox for the send or receive that the caller posts next.
  simgrid::s4u::Mailbox* post_send(int from, int to, int tag);
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
  struct Channel {
    simgrid::s4u::Mailbox* mailbox = nullptr;
    std::int64_t balance = 0;  ///< sends minus receives
  };
  struct Destination {
    simgrid::s4u::ActorPtr actor;
    std::unordered_map<std::uint64_t, Channel> open;  ///< by (source, tag)
    std::vector<simgrid::s4u::Mailbox*> free;
  };

  simgrid::s4u::Mailbox* post(int from, int to, int tag, std::int64_t change);
  void add_mailbox(Destination& destination);

  std::vector<Destination> destinations_;
  std::uint64_t mailboxes_ = 0;
};

}  // namespace sparlab::sim
