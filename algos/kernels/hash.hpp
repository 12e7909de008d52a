#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/base/mix64.hpp"

namespace sparlab::algos::kernels {

using model::mix64;

/// FNV-1a: the same on every machine, unlike std::hash.
constexpr std::uint64_t fnv1a(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : bytes)
    hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

/// Random numbers that are a function of (seed, index) only: every rank and engine that quantizes
/// an entry draws the same number for it, in any order and for any partition.
///
/// Draws 32 random bits for an index; all indices share their upper 32 bits with `first_index`. Two
/// multiply-xor rounds on 32-bit lanes, so that the compiler vectorizes loops over consecutive
/// indices.
class CounterRandom {
 public:
  constexpr CounterRandom(std::uint64_t seed, std::uint64_t first_index)
      : keys_(mix64(mix64(seed) ^ (first_index >> 32))) {}

  /// `index_low`: the lower 32 bits of the index.
  constexpr std::uint32_t bits(std::uint32_t index_low) const {
    std::uint32_t x = index_low + static_cast<std::uint32_t>(keys_);
    x = (x ^ (x >> 16)) * 0x7feb352dU;
    // The second key enters after one round: otherwise two seeds would draw shifts of one sequence.
    x = (x ^ (x >> 15) ^ static_cast<std::uint32_t>(keys_ >> 32)) * 0x846ca68bU;
    return x ^ (x >> 16);
  }

 private:
  std::uint64_t keys_;
};

}  // namespace sparlab::algos::kernels
