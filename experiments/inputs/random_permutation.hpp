#pragma once

#include <array>
#include <cstdint>

namespace sparlab::experiments::inputs {

/// A pseudorandom bijection of [0, universe) in constant memory: a Feistel network over the next
/// even number of bits, applied repeatedly until the result is in the universe (expected: at most
/// four times).
class RandomPermutation {
 public:
  /// 1 <= universe <= 2^62.
  RandomPermutation(std::uint64_t universe, std::uint64_t seed);

  /// The image of `number` < universe.
  std::uint64_t operator()(std::uint64_t number) const;

 private:
  static constexpr std::size_t kRounds = 6;

  std::uint64_t universe_;
  int half_bits_;
  std::array<std::uint64_t, kRounds> keys_;
};

}  // namespace sparlab::experiments::inputs
