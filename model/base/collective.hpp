#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/base/range.hpp"

namespace sparlab::model {

/// What ranks compute together. The shard of rank r is part r of the range, of P (part_of).
enum class Collective : std::uint8_t {
  allreduce,       ///< every rank gets the sum
  reduce_scatter,  ///< every rank gets the sum in its shard
  allgatherv,      ///< every rank gives its shard, of any number of entries, and gets all shards
  broadcast,       ///< every rank gets what the roots give; what others give is ignored
};

inline constexpr std::array<std::string_view, 4> kCollectiveNames = {"allreduce", "reduce_scatter",
                                                                     "allgatherv", "broadcast"};

constexpr std::string_view name_of(Collective collective) {
  return kCollectiveNames[static_cast<std::size_t>(collective)];
}

// Whether a rank gives a vector over the whole range, and whether it gets one. A reduce_scatter and
// an allgatherv are the two phases of an allreduce.
constexpr bool scatters(Collective collective) { return collective != Collective::allgatherv; }
constexpr bool gathers(Collective collective) { return collective != Collective::reduce_scatter; }

// The ranks of a broadcast form as many groups of consecutive ranks as there are roots, the larger
// ones first. The first rank of each is its root. Contract: 1 <= roots <= ranks.

/// The ranks of group `number`.
constexpr Range root_group(std::uint64_t number, std::uint64_t ranks, std::uint64_t roots) {
  return part_of({0, ranks}, number, roots);
}
/// The ranks of the group of `rank`.
constexpr Range root_group_of(std::uint64_t rank, std::uint64_t ranks, std::uint64_t roots) {
  return root_group(part_with({0, ranks}, rank, roots), ranks, roots);
}

/// Whether the collective ignores the rank's input.
constexpr bool ignores_input(Collective collective, std::uint64_t rank, std::uint64_t ranks,
                             std::uint64_t roots) {
  return collective == Collective::broadcast && rank != root_group_of(rank, ranks, roots).lo;
}

/// The range that a rank's input covers. The root of a broadcast gives the shards of all ranks of
/// its group: a single root gives the whole.
constexpr Range given_range(Collective collective, Range whole, std::uint64_t rank,
                            std::uint64_t ranks, std::uint64_t roots) {
  Range givers{0, ranks};
  if (collective == Collective::allgatherv) givers = {rank, rank + 1};
  if (collective == Collective::broadcast) givers = root_group_of(rank, ranks, roots);
  return {cut(whole, givers.lo, ranks), cut(whole, givers.hi, ranks)};
}

}  // namespace sparlab::model
