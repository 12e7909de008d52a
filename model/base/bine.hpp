#pragma once

#include <bit>
#include <cstdint>

/// Bine butterflies of a power of two of ranks (De Sensi et al., SC'25). Steps are numbered by
/// powers of two: `step` is 1, 2, 4, ... up to half of the ranks.
namespace sparlab::model {

/// 1, -1, 3, -5, 11, ...: (1 - (-2)^(s+1)) / 3 for step 2^s, modulo 2^64.
constexpr std::uint64_t bine_distance(std::uint64_t step) {
  const bool even = std::bit_width(step) % 2 == 1;
  return even ? (1 + 2 * step) / 3 : 0 - (2 * step - 1) / 3;
}

/// Even ranks have their partners at this distance, odd ones at its opposite, around.
constexpr std::uint64_t bine_partner(std::uint64_t rank, std::uint64_t step, std::uint64_t ranks) {
  const std::uint64_t distance = bine_distance(step);
  return (rank % 2 == 0 ? rank + distance : rank - distance) % ranks;
}

/// Which half of the window that two partners share a rank keeps. The partners of the steps from
/// some step 2^s on, directly or through others, are the even ranks with the same r modulo 2^(s+1),
/// and the odd ones with the same r - bine_distance(step). So one bit of these numbers tells both
/// halves of them apart; in the last step, odd from even ranks.
constexpr bool bine_keeps_upper(std::uint64_t rank, std::uint64_t step, std::uint64_t ranks) {
  if (2 * step == ranks) return rank % 2 == 1;
  return ((rank % 2 == 0 ? rank : rank - bine_distance(2 * step)) & (2 * step)) != 0;
}

}  // namespace sparlab::model
