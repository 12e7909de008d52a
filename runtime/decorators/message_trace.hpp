#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::runtime::decorators {

/// What one rank did, in the order in which it did it.
struct TracedEvent {
  enum class Kind : std::uint8_t { phase, send, receive };

  double from_s = 0;   ///< when the rank began it
  double until_s = 0;  ///< receive: when the rank went on
  double bytes = 0;    ///< of a message, on the wire
  std::int32_t peer = 0;
  std::int32_t tag = 0;
  std::uint32_t post = 0;   ///< receive: its position among the receives that the rank posted
  std::uint32_t call = 0;   ///< of the allreduce
  std::uint16_t phase = 0;  ///< in which the rank is from this event on
  Kind kind = Kind::phase;
};

/// The messages and phases of all ranks of a run, which PhaseClocks record.
///
/// Memory  48 bytes for each send, each end of a receive and each phase entered, and 8 for each
///         begin of a receive. With more of these than the constructor's limit, all are dropped.
class MessageTrace {
 public:
  struct Post {
    std::int32_t from;
    std::int32_t tag;
  };
  struct Rank {
    double begin_s = 0;
    double end_s = 0;
    std::vector<TracedEvent> events;
    std::vector<Post> posts;
    // Receives that have not ended, by what their ends name.
    std::unordered_map<std::uint64_t, std::uint32_t> of_request;
    std::map<int, std::deque<std::uint32_t>> expected;  ///< by sender
    std::uint32_t from_all = 0;                         ///< the first of such a set
    std::uint32_t call = 0;
    std::uint16_t phase = 0;
  };
  /// An event of a rank.
  struct Place {
    std::size_t rank;
    std::size_t event;
  };

  MessageTrace(int ranks, std::size_t most_events)
      : most_events_(most_events), ranks_(static_cast<std::size_t>(ranks)) {}

  const std::vector<Rank>& ranks() const { return ranks_; }
  const std::string& phase_name(std::uint16_t phase) const { return phases_[phase]; }
  /// False if there were too many events.
  bool complete() const { return events_ <= most_events_; }
  /// The send of the message that a receive of this rank completed.
  Place sent_at(std::size_t rank, const TracedEvent& receive) const;

  // For PhaseClock.
  void begin_call(int rank, std::uint32_t call, double now_s);
  void end_call(int rank, double now_s) { of(rank).end_s = now_s; }
  void enter(int rank, std::string_view phase, double now_s);
  void send(int rank, int to, int tag, double bytes, double now_s);
  std::uint32_t post(int rank, int from, int tag);
  void receive(int rank, std::uint32_t post, double bytes, double from_s, double until_s);
  Rank& of(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }

 private:
  void add(Rank& rank, TracedEvent event);
  bool count_one();

  std::size_t most_events_;
  std::vector<Rank> ranks_;
  std::vector<std::string> phases_{""};
  std::size_t events_ = 0;
};

}  // namespace sparlab::runtime::decorators
