#include "runtime/loggp/event_queue.hpp"

#include <algorithm>
#include <utility>

namespace sparlab::runtime::loggp {

void EventQueue::refill() {
  buckets_[0].clear();
  cursor_ = 0;
  const auto bucket = static_cast<std::size_t>(std::countr_zero(occupied_)) + 1;
  occupied_ &= occupied_ - 1;
  std::vector<Event>& events = buckets_[bucket];
  const auto [first, last] =
      std::minmax_element(events.begin(), events.end(),
                          [](const Event& a, const Event& b) { return a.time_s < b.time_s; });
  last_ = std::bit_cast<std::uint64_t>(first->time_s);
  if (first->time_s == last->time_s) {
    buckets_[0].swap(events);
    return;
  }
  // Move in order, so that events of equal time stay in the order of their insertion.
  for (const Event& event : events) {
    const unsigned to = bucket_of(event.time_s);
    buckets_[to].push_back(event);
    if (to != 0) occupied_ |= std::uint64_t{1} << (to - 1);
  }
  events.clear();
}

}  // namespace sparlab::runtime::loggp
