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
};

inline constexpr std::array<std::string_view, 3> kCollectiveNames = {"allreduce", "reduce_scatter",
                                                                     "allgatherv"};

constexpr std::string_view name_of(Collective collective) {
  return kCollectiveNames[static_cast<std::size_t>(collective)];
}

// The two phases of an allreduce, of which the other collectives are one each.
constexpr bool scatters(Collective collective) { return collective != Collective::allgatherv; }
constexpr bool gathers(Collective collective) { return collective != Collective::reduce_scatter; }

}  // namespace sparlab::model
