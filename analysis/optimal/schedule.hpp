#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "analysis/optimal/learned.hpp"
#include "model/schedules/sum_schedule.hpp"

namespace sparlab::analysis::optimal {

/// A product of cyclic groups whose elements are the ranks. A rank's digits, of which the first
/// factor has the lowest, are added without carry: 8 is a ring, 2x2x2 a hypercube.
class Group {
 public:
  /// Contract: their product is at most kMostRanks.
  explicit Group(std::vector<std::size_t> factors);

  std::size_t size() const { return size_; }
  std::size_t sum(std::size_t a, std::size_t b) const { return sums_[a][b]; }
  std::size_t difference(std::size_t a, std::size_t b) const;
  /// All its ranks plus b.
  RankSet moved(RankSet set, std::size_t b) const { return moved_[b][set]; }
  /// "2x4"
  std::string text() const;

 private:
  std::vector<std::size_t> factors_;
  std::size_t size_ = 1;
  std::array<std::array<std::size_t, kMostRanks>, kMostRanks> sums_{};
  std::array<std::array<RankSet, std::size_t{1} << kMostRanks>, kMostRanks> moved_{};
};

/// All commutative groups of so many elements, those of the most factors first: in their schedules
/// ranks more often add in one order.
std::vector<Group> groups_of(std::size_t ranks);

/// A schedule that is the same for all ranks: in a round with shift d, rank r sends to r + d, of
/// part p what rank r - p sends of part 0, with all ranks plus p.
struct Schedule {
  struct Sent {
    std::size_t from = 0;
    RankSet inputs = 0;
  };
  struct Round {
    std::size_t shift = 0;
    std::vector<Sent> sent;  ///< of part 0
  };

  Group group;
  std::vector<Round> rounds;

  /// What a rank sends in a round, by part.
  std::vector<model::PartSum> message_of(std::size_t rank, const Round& round) const;
  /// The messages of all ranks.
  model::SumSchedule sums() const;
  /// What each rank sends in a round, and in all.
  double rank_bytes(const Round& round, const SumBytes& sizes) const;
  double rank_bytes(const SumBytes& sizes) const;
};

}  // namespace sparlab::analysis::optimal
