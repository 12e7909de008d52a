#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sparlab::model {

/// What ranks compute together. The shard of rank r is part r of the range, of P (part_of).
enum class Collective : std::uint8_t {
  allreduce,       ///< every rank gets the sum
  reduce_scatter,  ///< every rank gets the sum in its shard
  allgatherv,      ///< every rank gives its shard, of any number of entries, and gets all shards
  broadcast,       ///< every rank gets what rank 0 gives; what others give is ignored
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

}  // namespace sparlab::model
