#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparlab::analysis::optimal {

/// Of more ranks there are too many schedules.
inline constexpr std::size_t kMostRanks = 8;

/// A set of ranks below kMostRanks: bit r stands for rank r.
using RankSet = std::uint8_t;

constexpr std::size_t count(RankSet set) { return static_cast<std::size_t>(std::popcount(set)); }
constexpr RankSet only(std::size_t rank) { return static_cast<RankSet>(1U << rank); }
constexpr RankSet all_of(std::size_t ranks) { return static_cast<RankSet>((1U << ranks) - 1); }
constexpr bool contains(RankSet set, std::size_t rank) { return (set & only(rank)) != 0; }
constexpr RankSet joined(RankSet one, RankSet other) { return static_cast<RankSet>(one | other); }
constexpr RankSet without(RankSet set, RankSet other) {
  return static_cast<RankSet>(set & ~static_cast<unsigned>(other));
}

/// Of one part of the indices: the ranks whose inputs each rank has learned of. Ranks that do not
/// exist have learned of none.
using Learned = std::array<RankSet, kMostRanks>;

/// Each rank knows its own input.
constexpr Learned own_inputs(std::size_t ranks) {
  Learned learned{};
  for (std::size_t rank = 0; rank < ranks; ++rank) learned[rank] = only(rank);
  return learned;
}

/// The bytes of a sum over h inputs of the whole range, by h from 0 to P. They ascend from 0, and a
/// sum over a + b inputs takes at most the bytes of one over a and one over b.
using SumBytes = std::vector<double>;

}  // namespace sparlab::analysis::optimal
