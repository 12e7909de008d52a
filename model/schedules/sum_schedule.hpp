#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The sum over some inputs of one part of the indices.
struct PartSum {
  std::uint64_t part = 0;
  RankSet inputs = 0;
  friend bool operator==(const PartSum&, const PartSum&) = default;
};

/// An allreduce that is written down: which rank sends which sums to whom, in which round. The
/// range is cut into `parts` equal shares (model::cut).
struct SumSchedule {
  static constexpr std::uint64_t kMostRanks = 64;  ///< one bit of a RankSet each
  static constexpr std::uint64_t kMostParts = 1024;
  static constexpr std::uint64_t kMostRounds = 4096;
  static constexpr std::uint64_t kMostSums = 200'000;  ///< of all messages together

  struct Message {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::vector<PartSum> sums;
    friend bool operator==(const Message&, const Message&) = default;
  };
  using Round = std::vector<Message>;

  std::uint64_t ranks = 1;
  std::uint64_t parts = 1;
  std::vector<Round> rounds;
  friend bool operator==(const SumSchedule&, const SumSchedule&) = default;

  /// Contract: 1 <= ranks <= kMostRanks.
  RankSet all() const { return ~RankSet{0} >> (kMostRanks - ranks); }
};

}  // namespace sparlab::model
