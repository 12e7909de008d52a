#pragma once

#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Blocks of `block` consecutive indices, counted from the beginning of a range; the last one is
/// cut at its end. block >= 1.
constexpr std::uint64_t block_count(std::uint64_t indices, std::uint64_t block) {
  return indices / block + (indices % block != 0 ? 1 : 0);
}
constexpr Range block_range(Range whole, std::uint64_t block, std::uint64_t number) {
  const std::uint64_t lo = whole.lo + number * block;
  return {lo, whole.hi - lo < block ? whole.hi : lo + block};
}

/// Number of indices in the blocks in which the first `ranks` ranks hold an entry: exact for exact
/// supports, otherwise the rounded expectation.
std::uint64_t live_elements(const FillIn& fill_in, std::uint64_t ranks, std::uint64_t block);

}  // namespace sparlab::model
