#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace sparlab::runtime::loggp {

/// The messages on a link that pairs of ranks share equally (processor sharing), because their
/// packets take turns. Messages of one pair pass one after the other.
///
/// A message ends when the link has served its bytes, and those of earlier messages of its pair, to
/// every pair that was there meanwhile. So the order of the ends is known when messages join.
///
/// Cost    join and end O(log of the messages on the link).
class FairShares {
 public:
  explicit FairShares(double s_per_byte) : s_per_byte_(s_per_byte) {}

  struct Share {
    double end_bytes;    ///< it ends when each pair of the link has been served so many
    double latency_s;    ///< of the links that the message had passed before this one
    std::uint64_t pair;  ///< of ranks
    std::uint32_t trip;
    std::uint32_t number;  ///< in the order of joining
  };

  void join(double now_s, double bytes, double latency_s, std::uint64_t pair, std::uint32_t trip) {
    serve_until(now_s);
    Pair& of = pairs_[pair];
    of.end_bytes = (of.messages++ == 0 ? served_bytes_ : of.end_bytes) + bytes;
    shares_.push_back({of.end_bytes, latency_s, pair, trip, joined_++});
    std::ranges::push_heap(shares_, later);
  }

  /// Something else occupies the link for this time.
  void pause(double now_s, double work_s) {
    serve_until(now_s);
    served_until_s_ += work_s;
  }

  /// The time for which an event is to be announced: that of the next end, if it is earlier than
  /// all announced ones. Otherwise infinite.
  double announce() {
    if (shares_.empty() || next_end_s() >= announced_s_) return kNever;
    announced_s_ = next_end_s();
    return announced_s_;
  }

  /// The time of an announced event has come. Returns whether a message ends now. If not, another
  /// one has joined since.
  bool ends(double now_s) {
    if (announced_s_ == now_s) announced_s_ = kNever;
    return !shares_.empty() && next_end_s() <= now_s;
  }

  Share take_ended() {
    served_until_s_ = next_end_s();
    served_bytes_ = shares_.front().end_bytes;
    std::ranges::pop_heap(shares_, later);
    const Share ended = shares_.back();
    shares_.pop_back();
    const auto pair = pairs_.find(ended.pair);
    if (--pair->second.messages == 0) pairs_.erase(pair);
    return ended;
  }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Pair {
    double end_bytes = 0;  ///< of its last message
    std::uint32_t messages = 0;
  };

  static bool later(const Share& a, const Share& b) {
    return a.end_bytes != b.end_bytes ? a.end_bytes > b.end_bytes : a.number > b.number;
  }

  /// The next end if no message joins.
  double next_end_s() const {
    const double left_bytes = std::max(0.0, shares_.front().end_bytes - served_bytes_);
    return served_until_s_ + left_bytes * s_per_byte_ * static_cast<double>(pairs_.size());
  }

  void serve_until(double now_s) {
    if (now_s <= served_until_s_) return;
    if (!pairs_.empty()) {
      served_bytes_ +=
          (now_s - served_until_s_) / (s_per_byte_ * static_cast<double>(pairs_.size()));
    }
    served_until_s_ = now_s;
  }

  double s_per_byte_;
  double served_bytes_ = 0;    ///< to each pair that was always there
  double served_until_s_ = 0;  ///< what was served is counted up to this time
  double announced_s_ = kNever;
  std::uint32_t joined_ = 0;
  std::vector<Share> shares_;                      ///< a heap, the first end on top
  std::unordered_map<std::uint64_t, Pair> pairs_;  ///< that have messages on the link
};

}  // namespace sparlab::runtime::loggp
