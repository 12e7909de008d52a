#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "model/base/contract.hpp"

namespace sparlab::runtime::loggp {

/// The messages that one rank expects, as far as their completion is known. One cache line, and an
/// array: with hundreds of ranks every message is one for another mailbox.
///
/// Cost    take O(1) amortised; add O(1) if messages become known in the order of their completion,
///         as those that pass a port do, otherwise O(messages that complete later).
class alignas(64) Mailbox {
 public:
  struct Ready {
    double time_s;
    std::int32_t from;
    std::uint32_t entry;
    std::uint32_t payload;
    std::uint32_t number;  ///< in the order in which they became known
  };

  void expect() { ++expected_; }
  bool expects() const { return expected_ > 0; }

  bool empty() const { return first_ == ready_.size(); }
  bool begins_with(std::uint32_t entry) const { return !empty() && first().entry == entry; }
  /// The earliest; of equal times that of the lowest sender, and of one sender the first.
  const Ready& first() const { return ready_[first_]; }

  /// The one that its rank will take at its time, unless an earlier one becomes known.
  void note_first() { noted_ = first(); }
  const Ready& noted() const { return noted_; }

  void add(double time_s, std::int32_t from, std::uint32_t entry, std::uint32_t payload) {
    SPARLAB_EXPECTS(added_ < UINT32_MAX);
    const Ready one{time_s, from, entry, payload, added_++};
    if (ready_.size() == ready_.capacity() && first_ > ready_.size() / 2) forget_taken();
    auto place = ready_.end();
    const auto first = ready_.begin() + static_cast<std::ptrdiff_t>(first_);
    while (place != first && is_later(*(place - 1), one)) --place;
    ready_.insert(place, one);
  }

  void remove(std::uint32_t number) {
    --expected_;
    std::size_t at = first_;
    while (ready_[at].number != number) ++at;
    if (at != first_) {
      ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    }
    if (++first_ == ready_.size()) forget_taken();
  }

 private:
  static bool is_later(const Ready& a, const Ready& b) {
    return std::tie(a.time_s, a.from, a.number) > std::tie(b.time_s, b.from, b.number);
  }
  void forget_taken() {
    ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }

  std::vector<Ready> ready_;  ///< from first_ on; the earliest first
  Ready noted_{};
  std::uint32_t first_ = 0;
  std::uint32_t added_ = 0;
  std::uint32_t expected_ = 0;
};
static_assert(sizeof(Mailbox) == 64);

}  // namespace sparlab::runtime::loggp
