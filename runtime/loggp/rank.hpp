#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "runtime/comm.hpp"
#include "runtime/fibers/fibers.hpp"
#include "runtime/loggp/matching.hpp"

namespace sparlab::runtime::loggp {

/// Of a message: which of a rank's or host's two ports it passes.
enum class Direction : std::uint8_t { send, receive };

constexpr std::size_t index_of(Direction direction) { return static_cast<std::size_t>(direction); }

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
  /// By direction: when the last message so far has passed the port.
  std::array<double, 2> port_free_s = {};
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

  double& free_s(Direction direction) { return port_free_s[index_of(direction)]; }
  std::span<const Request> any_of() const { return {any_first, any_count}; }
  void wait_for_any(std::span<const Request> requests, double known_s) {
    any_first = requests.data();
    any_count = static_cast<std::uint32_t>(requests.size());
    any_known_s = known_s;
  }
  void wait_for_all(std::span<const Request> requests) { wait_for_any(requests, 0); }
  void await_none() { any_count = 0; }
};

static_assert(sizeof(Rank) == 128);

}  // namespace sparlab::runtime::loggp
