#include "runtime/loggp/pair_order.hpp"

namespace sparlab::runtime::loggp {

bool PairOrder::arrive(SlotPool<Trip>& trips, std::uint32_t index) {
  Trip& trip = trips[index];
  Pair& pair = pairs_.find(trip.pair())->second;
  if (trip.number == pair.passed) return true;
  trip.next = pair.early;
  pair.early = index;
  return false;
}

std::uint32_t PairOrder::next_after(SlotPool<Trip>& trips, const Trip& trip) {
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

}  // namespace sparlab::runtime::loggp
