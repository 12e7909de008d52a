#pragma once

#include <cstdint>
#include <deque>
#include <tuple>

namespace sparlab::runtime::loggp {

/// The messages that one rank expects, as far as their completion is known.
///
/// Cost    take O(1); add O(1) if messages become known in the order of their completion, as those
///         that pass a port do, otherwise O(messages that complete later).
class Mailbox {
 public:
  struct Ready {
    double time_s;
    std::int32_t from;
    std::uint32_t entry;
    std::uint32_t payload;
    std::uint64_t number;  ///< in the order in which they became known
  };

  void expect() { ++expected_; }
  bool expects() const { return expected_ > 0; }

  bool empty() const { return ready_.empty(); }
  /// The earliest; of equal times that of the lowest sender, and of one sender the first.
  const Ready& first() const { return ready_.front(); }

  /// The one that its rank will take at its time, unless an earlier one becomes known.
  void note_first() { noted_ = first(); }
  const Ready& noted() const { return noted_; }

  void add(double time_s, std::int32_t from, std::uint32_t entry, std::uint32_t payload) {
    const Ready one{time_s, from, entry, payload, added_++};
    auto place = ready_.end();
    while (place != ready_.begin() && is_later(*(place - 1), one)) --place;
    ready_.insert(place, one);
  }

  void remove(std::uint64_t number) {
    --expected_;
    if (first().number == number) return ready_.pop_front();
    std::erase_if(ready_, [=](const Ready& one) { return one.number == number; });
  }

 private:
  static bool is_later(const Ready& a, const Ready& b) {
    return std::tie(a.time_s, a.from, a.number) > std::tie(b.time_s, b.from, b.number);
  }

  std::deque<Ready> ready_;  ///< the earliest first
  Ready noted_{};
  std::uint64_t added_ = 0;
  std::uint64_t expected_ = 0;
};

}  // namespace sparlab::runtime::loggp
