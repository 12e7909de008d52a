#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sparlab::runtime::loggp {

enum class EventKind : std::uint32_t {
  arrival,       ///< the head of the first message in the send queue of rank `subject` arrives
  late_arrival,  ///< the head of the delayed message in slot `subject` arrives
  received,      ///< a message has passed the shared receive port of rank `subject`
  delivered,     ///< of rank `subject`: a message, where those on their way are limited
  grant,         ///< the sender of handshake `subject` learns that its receive is posted
  timer,         ///< rank `subject` continues at this time
  // Where ranks share hosts, of crossing `subject`:
  crossing_leaves,   ///< it is set up, and begins to pass its sender's host
  crossing_arrives,  ///< its head arrives
  crossing_enters,   ///< it begins to pass its receiver's host
  crossing_ends,     ///< its end arrives
  host_ports,        ///< a message may have passed a port of host `subject`
  // Where there is a topology:
  enters,      ///< the first message that rank `subject` has for the network
  hops,        ///< the first byte of trip `subject` reaches its next link
  share_ends,  ///< a message has passed link `subject`, which others share, unless one joined it
  arrives,     ///< what trip `subject` carries arrives
  background,  ///< a message of sender `subject` of the background is due
};

struct Event {
  double time_s;
  EventKind kind;
  std::uint32_t subject;
};

/// A monotone priority queue: events are popped by time, and in the order of their insertion if
/// times are equal. No event may be earlier than the last popped event.
///
/// It is a radix heap over the bits of the time (non-negative doubles order like their bits):
/// bucket b holds the events whose times differ from the last popped time first in bit b-1. Every
/// access streams through an array. The rounds of a collective make many events of equal time,
/// which cost O(1) each.
///
/// The next few events are taken from it in advance, so that what they need can be prefetched.
///
/// Cost    push O(1); pop O(1) amortised for equal times, at most 64 moves per event otherwise.
class EventQueue {
 public:
  static constexpr std::size_t kAhead = 40;  ///< events that `peek` shows, if there are so many

  bool empty() const { return size() == 0; }
  std::size_t size() const { return size_ + soon_.size() - soon_first_; }

  void push(const Event& event) {
    if (soon_first_ < soon_.size() && event.time_s < soon_.back().time_s)
      push_soon(event);
    else
      push_later(event);
  }

  Event pop() {
    if (soon_.size() - soon_first_ <= kAhead) take_soon();
    now_s_ = soon_[soon_first_].time_s;
    return soon_[soon_first_++];
  }

  /// The time of the last popped event.
  double now_s() const { return now_s_; }

  /// The event `ahead` places after the next one, if there is one and it is not too far ahead;
  /// otherwise null.
  const Event* peek(std::size_t ahead) const {
    const std::size_t index = soon_first_ + ahead;
    return index < soon_.size() ? &soon_[index] : nullptr;
  }

 private:
  static constexpr std::size_t kTaken = 128;

  void push_later(const Event& event) {
    const unsigned bucket = bucket_of(event.time_s);
    buckets_[bucket].push_back(event);
    if (bucket != 0) occupied_ |= std::uint64_t{1} << (bucket - 1);
    ++size_;
  }

  // Times are finite and not negative, so their sign bit never differs: 63 bits, 64 buckets.
  unsigned bucket_of(double time_s) const {
    return static_cast<unsigned>(std::bit_width(std::bit_cast<std::uint64_t>(time_s) ^ last_));
  }

  void refill();
  void take_soon();
  void push_soon(const Event& event);

  std::array<std::vector<Event>, 64> buckets_;
  std::uint64_t occupied_ = 0;  ///< bit b: bucket b+1 is not empty
  std::uint64_t last_ = 0;      ///< time bits of the events in bucket 0
  std::size_t cursor_ = 0;      ///< events of bucket 0 already popped
  std::size_t size_ = 0;        ///< of all buckets
  std::vector<Event> soon_;     ///< by time, from soon_first_ on; all others come later
  std::size_t soon_first_ = 0;
  double now_s_ = 0;
};

[[gnu::noinline]] inline void EventQueue::take_soon() {
  soon_.erase(soon_.begin(), soon_.begin() + static_cast<std::ptrdiff_t>(soon_first_));
  soon_first_ = 0;
  while (soon_.size() < kTaken && size_ > 0) {
    if (cursor_ == buckets_[0].size()) refill();
    --size_;
    soon_.push_back(buckets_[0][cursor_++]);
  }
}

/// An event that comes before one that was taken in advance.
[[gnu::noinline]] inline void EventQueue::push_soon(const Event& event) {
  const auto later = [](double time_s, const Event& other) { return time_s < other.time_s; };
  const auto first = soon_.begin() + static_cast<std::ptrdiff_t>(soon_first_);
  soon_.insert(std::upper_bound(first, soon_.end(), event.time_s, later), event);
}

[[gnu::noinline]] inline void EventQueue::refill() {
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
