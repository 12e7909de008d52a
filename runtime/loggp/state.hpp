#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "runtime/comm.hpp"
#include "runtime/fibers/fibers.hpp"
#include "runtime/loggp/matching.hpp"

/// The data of a simulation: what ranks wait for and what travels.
namespace sparlab::runtime::loggp {

/// The completion time of an eager send is known when it starts, so its request is only that time.
/// Other requests name an entry. The sign bit distinguishes them, since times are never negative.
inline constexpr std::uint64_t kEntryRequest = std::uint64_t{1} << 63;

inline Request request_of_time(double time_s) {
  return Request(std::bit_cast<std::uint64_t>(time_s));
}
inline Request request_of_entry(std::uint32_t entry) { return Request(kEntryRequest | entry); }

inline bool names_entry(const Request& request) { return (request.id() & kEntryRequest) != 0; }
inline std::uint32_t entry_of(const Request& request) {
  return static_cast<std::uint32_t>(request.id());
}
inline double time_of(const Request& request) { return std::bit_cast<double>(request.id()); }

/// An envelope in its sender's queue. Envelopes of one sender leave in order, so only the first one
/// needs an event.
struct Departure {
  enum class Kind : std::uint32_t {
    eager,    ///< the message itself
    request,  ///< a handshake's request; takes no port time
    granted,  ///< the message of a handshake whose receive is posted
  };

  Departure() = default;
  Departure(Kind kind, double leaves, double bytes, int to, int message_tag, std::uint32_t what)
      : leaves_s(leaves),
        wire_bytes(bytes),
        to_and_kind(static_cast<std::uint32_t>(to) << 3 | static_cast<std::uint32_t>(kind)),
        tag(message_tag),
        content(what) {}

  int to() const { return static_cast<int>(to_and_kind >> 3); }
  Kind kind() const { return static_cast<Kind>(to_and_kind & 3U); }
  /// Whether the sender waits until this message leaves, if it waits for its queue.
  bool marked() const { return (to_and_kind & kMarked) != 0; }
  void mark() { to_and_kind |= kMarked; }

  static constexpr std::uint32_t kMarked = 4;

  double leaves_s;
  double wire_bytes;
  std::uint32_t next = kNone;
  std::uint32_t to_and_kind;
  std::int32_t tag;
  std::uint32_t content;  ///< eager: the payload or kNone; otherwise the handshake
};
static_assert(sizeof(Departure) == 32);

/// A handshake send that waits for its receive.
struct Handshake {
  double wire_bytes;
  std::int32_t from;
  std::int32_t to;
  std::uint32_t payload;
  std::uint32_t send;     ///< the sender's entry
  std::uint32_t receive;  ///< the receiver's entry, once promised
  std::uint32_t next;
};

/// A rank waits while kQueueStep to 2 kQueueStep of its messages are in its queue.
inline constexpr std::uint8_t kQueueStep = 16;

/// One of the two ports of a rank. References, so that Rank can lay its state out by cache lines.
struct Port {
  double& free_s;  ///< when the last message so far has passed
  // Only if ports are not full duplex:
  double& busy_from_s;  ///< since when it has been busy without a pause
  int& peer;            ///< of the last message
};

/// The engine's state of one rank. Its clock may run ahead of the simulation. This is safe because
/// other ranks affect it only through messages that it waits for.
struct alignas(64) Rank {
  static constexpr std::uint32_t kAwake = kNone;  ///< waits for nothing
  static constexpr std::uint32_t kAnyRequest = kNone - 1;
  static constexpr std::uint32_t kClock = kNone - 2;    ///< waits until events reach its clock
  static constexpr std::uint32_t kQueue = kNone - 3;    ///< waits until its marked message leaves
  static constexpr std::uint32_t kFromAll = kNone - 4;  ///< waits for a message from each rank

  // The arrival of a message touches only the first cache line.
  double clock_s = 0;
  double send_free_s = 0;
  double receive_free_s = 0;
  fibers::Context context = nullptr;
  std::uint32_t awaits = kAwake;  ///< an entry, or one of the constants above
  std::uint32_t queue_first = kNone;
  Unmatched unmatched;

  std::uint32_t queue_last = kNone;
  std::uint32_t open_sends = 0;
  std::uint32_t open_receives = 0;
  std::uint32_t open_handshakes = 0;
  // While the rank waits for any request: these requests, and the earliest known completion time.
  // While it waits for all: those that may be open, of which it awaits the last. Otherwise none.
  std::uint32_t any_count = 0;
  bool finished = false;
  bool waits_for_mark = false;  ///< a marked message has not left
  std::uint8_t queued = 0;      ///< messages that had to queue since the marked one
  const Request* any_first = nullptr;
  double any_known_s = 0;
  double sending_from_s = 0;
  double receiving_from_s = 0;
  int sending_to = -1;
  int received_from = -1;

  std::span<const Request> any_of() const { return {any_first, any_count}; }
  void wait_for_any(std::span<const Request> requests, double known_s) {
    any_first = requests.data();
    any_count = static_cast<std::uint32_t>(requests.size());
    any_known_s = known_s;
  }
  void wait_for_all(std::span<const Request> requests) { wait_for_any(requests, 0); }
  void await_none() { any_count = 0; }
  Port sending() { return {send_free_s, sending_from_s, sending_to}; }
  Port receiving() { return {receive_free_s, receiving_from_s, received_from}; }
};

static_assert(sizeof(Rank) == 128);

/// The state of all ranks, for a diagnosis.
struct World {
  std::span<const Rank> ranks;
  const Entries& entries;

  int size() const { return static_cast<int>(ranks.size()); }
  const Rank& at(int rank) const { return ranks[static_cast<std::size_t>(rank)]; }
};

}  // namespace sparlab::runtime::loggp
