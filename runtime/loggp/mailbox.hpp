#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace sparlab::runtime::loggp {

/// The messages that one rank expects, as far as their completion is known.
///
/// Cost    add and take O(log messages)
class Mailbox {
 public:
  struct Ready {
    double time_s;
    std::int32_t from;
    std::uint32_t entry;
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

  void add(double time_s, std::int32_t from, std::uint32_t entry) {
    ready_.push_back({time_s, from, entry, added_++});
    std::push_heap(ready_.begin(), ready_.end(), is_later);
  }

  void remove(std::uint64_t number) {
    --expected_;
    if (first().number == number) {
      std::pop_heap(ready_.begin(), ready_.end(), is_later);
      ready_.pop_back();
      return;
    }
    std::erase_if(ready_, [=](const Ready& one) { return one.number == number; });
    std::make_heap(ready_.begin(), ready_.end(), is_later);
  }

 private:
  static bool is_later(const Ready& a, const Ready& b) {
    return std::tie(a.time_s, a.from, a.number) > std::tie(b.time_s, b.from, b.number);
  }

  std::vector<Ready> ready_;  ///< a heap
  Ready noted_{};
  std::uint64_t added_ = 0;
  std::uint64_t expected_ = 0;
};

}  // namespace sparlab::runtime::loggp
