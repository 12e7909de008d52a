#pragma once

#include <array>
#include <cstdint>

#include "runtime/loggp/slot_pool.hpp"

namespace sparlab::runtime::loggp {

/// A message on its way through the links of a topology, from its send until it arrives.
struct alignas(64) Trip {
  enum class Kind : std::uint8_t {
    eager,       ///< the message itself
    request,     ///< a handshake's request; passes no link
    granted,     ///< the message of a handshake whose receive is posted
    background,  ///< a message of no rank
  };

  /// The links that a trip stores; the rest of a longer route is found again. A detour has at most
  /// so many.
  static constexpr std::uint32_t kStoredLinks = 10;

  double wire_bytes = 0;
  double tail_s = 0;     ///< when its last byte has passed the links so far; at first: may leave
  double latency_s = 0;  ///< of the links so far
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::int32_t tag = 0;
  std::uint32_t content = kNone;  ///< the payload or kNone; of the other kinds, the handshake
  std::uint32_t send = kNone;     ///< the sender's entry, until its completion is known
  std::uint32_t next = kNone;
  std::uint32_t number = 0;  ///< among the messages of its pair of ranks
  std::uint16_t length = 0;  ///< of its route, in links
  std::uint16_t passed = 0;  ///< links that its first byte has reached
  std::uint16_t shares = 0;  ///< of links that its last byte has not passed yet
  Kind kind = Kind::eager;
  std::array<std::uint32_t, kStoredLinks> links = {};

  /// Of its sender and receiver.
  std::uint64_t pair() const {
    return std::uint64_t{static_cast<std::uint32_t>(from)} << 32 | static_cast<std::uint32_t>(to);
  }
  bool head_arrived() const { return passed == length; }
  std::uint32_t last_link() const { return links[(passed - 1U) % kStoredLinks]; }
};
static_assert(sizeof(Trip) == 128);

}  // namespace sparlab::runtime::loggp
