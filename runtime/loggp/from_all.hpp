#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/loggp/slot_pool.hpp"

namespace sparlab::runtime::loggp {

/// The receives of ranks that receive one message from every other rank: 16 bytes for each, where
/// an entry, its place in a table and a request take 48. Ranks that use none take no memory.
class FromAll {
 public:
  struct Receive {
    double time_s;  ///< of delivery; kOpen: there is no message yet
    std::uint32_t payload;
  };

  explicit FromAll(std::size_t ranks)
      : ranks_(ranks), of_ranks_(ranks), receives_(allocator_.allocate(ranks * ranks)) {}
  FromAll(const FromAll&) = delete;
  FromAll& operator=(const FromAll&) = delete;
  ~FromAll() { allocator_.deallocate(receives_, ranks_ * ranks_); }

  void post(std::size_t rank, int tag) {
    const auto others = static_cast<std::uint32_t>(ranks_ - 1);
    of_ranks_[rank] = {tag, others, others};
    Receive* const receives = &receives_[rank * ranks_];
    for (std::size_t from = 0; from < ranks_; ++from)
      std::construct_at(&receives[from], Receive{from == rank ? kTaken : kOpen, kNone});
  }

  /// Whether some of its messages have not been taken.
  bool posted(std::size_t rank) const { return of_ranks_[rank].left > 0; }
  int tag(std::size_t rank) const { return of_ranks_[rank].tag; }
  /// Whether the next message of this sender and tag is for one of these receives.
  bool takes(std::size_t rank, std::size_t from, int tag) const {
    const OfRank& of_rank = of_ranks_[rank];
    return of_rank.left > 0 && of_rank.tag == tag && is_open(rank, from);
  }
  bool is_open(std::size_t rank, std::size_t from) const {
    return receives_[rank * ranks_ + from].time_s == kOpen;
  }

  void deliver(std::size_t rank, std::size_t from, Receive receive) {
    receives_[rank * ranks_ + from] = receive;
    --of_ranks_[rank].open;
  }
  /// Receives without a message.
  std::uint32_t open(std::size_t rank) const { return of_ranks_[rank].open; }

  /// A message that was delivered, once.
  Receive take(std::size_t rank, std::size_t from) {
    Receive& receive = receives_[rank * ranks_ + from];
    const Receive taken = receive;
    receive.time_s = kTaken;
    --of_ranks_[rank].left;
    return taken;
  }
  bool is_taken(std::size_t rank, std::size_t from) const {
    return receives_[rank * ranks_ + from].time_s == kTaken;
  }

  void prefetch(std::size_t rank, std::size_t from) const {
    __builtin_prefetch(&receives_[rank * ranks_ + from]);
  }

 private:
  struct OfRank {
    int tag = 0;
    std::uint32_t open = 0;  ///< receives without a message
    std::uint32_t left = 0;  ///< receives whose message was not taken
  };
  // Times are never negative.
  static constexpr double kOpen = -1;
  static constexpr double kTaken = -2;

  std::size_t ranks_;
  std::vector<OfRank> of_ranks_;
  [[no_unique_address]] HugePageAllocator<Receive> allocator_;
  Receive* receives_;  ///< by rank and sender; those of a rank are set when it posts them
};

}  // namespace sparlab::runtime::loggp
