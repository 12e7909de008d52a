#pragma once

#include <cstddef>
#include <vector>

#include "analysis/optimal/group.hpp"
#include "analysis/optimal/learned.hpp"

namespace sparlab::analysis::optimal {

/// The sum over some inputs of one of P equal parts of the indices.
struct PartSum {
  std::size_t part = 0;
  RankSet inputs = 0;
};

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
  std::vector<PartSum> message_of(std::size_t rank, const Round& round) const;
  /// What each rank sends in a round, and in all.
  double rank_bytes(const Round& round, const SumBytes& sizes) const;
  double rank_bytes(const SumBytes& sizes) const;
};

}  // namespace sparlab::analysis::optimal
