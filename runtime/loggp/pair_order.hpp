#pragma once

#include <cstdint>
#include <unordered_map>

#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/trip.hpp"

namespace sparlab::runtime::loggp {

/// The messages from one rank to another in the order in which they were sent, where some may
/// overtake others in the network. Only pairs with a message on its way take memory.
class PairOrder {
 public:
  /// Numbers a message that enters the network.
  void enter(Trip& trip) { trip.number = pairs_[trip.pair()].entered++; }

  /// A message has arrived. Returns whether it is the next one; if not, it is kept.
  bool arrive(SlotPool<Trip>& trips, std::uint32_t index) {
    Trip& trip = trips[index];
    Pair& pair = pairs_.find(trip.pair())->second;
    if (trip.number == pair.passed) return true;
    trip.next = pair.early;
    pair.early = index;
    return false;
  }

  /// Its turn is over. Returns the next message of the pair if it has arrived already, else kNone.
  std::uint32_t next_after(SlotPool<Trip>& trips, const Trip& trip) {
    const auto found = pairs_.find(trip.pair());
    Pair& pair = found->second;
    if (++pair.passed == pair.entered) {
      pairs_.erase(found);
      return kNone;
    }
    std::uint32_t* link = &pair.early;
    while (*link != kNone && trips[*link].number != pair.passed) link = &trips[*link].next;
    const std::uint32_t next = *link;
    if (next != kNone) *link = trips[next].next;
    return next;
  }

 private:
  struct Pair {
    std::uint32_t entered = 0;
    std::uint32_t passed = 0;
    std::uint32_t early = kNone;  ///< those that wait for their turn
  };

  std::unordered_map<std::uint64_t, Pair> pairs_;
};

}  // namespace sparlab::runtime::loggp
