#pragma once

#include <bit>
#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Survivors of the fold to a power of two, as contiguous groups of ranks (see algos/steps).
struct Survivors {
  std::uint64_t count;
  std::uint64_t surplus;

  explicit Survivors(std::uint64_t ranks)
      : count(std::bit_floor(ranks)), surplus(ranks - std::bit_floor(ranks)) {}

  std::uint64_t first_rank(std::uint64_t survivor) const {
    return survivor < surplus ? 2 * survivor : survivor + surplus;
  }
  Ranks group(std::uint64_t first, std::uint64_t size) const {
    return {first_rank(first), first_rank(first + size) - first_rank(first)};
  }
};

}  // namespace sparlab::model
