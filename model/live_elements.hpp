#pragma once

#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Blocks [j*block, (j+1)*block) of a universe, the last one cut at its end. block >= 1.
constexpr std::uint64_t block_count(std::uint64_t universe, std::uint64_t block) {
  return universe / block + (universe % block != 0 ? 1 : 0);
}
constexpr Range block_range(std::uint64_t universe, std::uint64_t block, std::uint64_t number) {
  const std::uint64_t lo = number * block;
  return {lo, universe - lo < block ? universe : lo + block};
}

/// Indices in the blocks of which the first `ranks` ranks hold an entry: exact for exact supports,
/// else the expectation, rounded.
std::uint64_t live_elements(const FillIn& fill_in, std::uint64_t ranks, std::uint64_t block);

}  // namespace sparlab::model
