#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sparlab::inputs {

/// Bijective mixing of 64 bits: the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// The purpose of a random sequence; different purposes of the same seed are independent.
enum class Purpose : std::uint64_t {
  indices = 1,
  values = 2,
  common_clusters = 3,
  permutation = 4,
  samples = 5,
  weights = 6,
  noise = 7,
};

/// A counter-based generator: the i-th number depends on (seed, purpose, stream, i) alone. Integers
/// are the same on every platform, unlike those of the standard library's distributions.
class Random {
 public:
  /// `stream` distinguishes the sequences of one purpose: the rank, or 0 if all ranks share one.
  Random(std::uint64_t seed, Purpose purpose, std::uint64_t stream);

  /// The next number.
  std::uint64_t next() { return at(counter_++); }
  /// Number `i` of the sequence, independent of previous draws.
  std::uint64_t at(std::uint64_t i) const {
    // Mixed twice with different keys, so that no two sequences share a subsequence.
    return mix(mix(i * 0x9e3779b97f4a7c15ULL + inner_key_) ^ outer_key_);
  }
  /// Uniform in [0, bound), exactly; bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  /// Uniform in (0, 1], a multiple of 2^-53.
  double unit() { return (static_cast<double>(next() >> 11) + 1) * 0x1p-53; }

 private:
  std::uint64_t inner_key_;
  std::uint64_t outer_key_;
  std::uint64_t counter_ = 0;
};

/// `count` distinct numbers of [0, universe) in increasing order; every set is equally likely.
/// Contract: count <= universe. O(count) time and memory.
std::vector<std::uint64_t> random_subset(std::uint64_t universe, std::uint64_t count,
                                         Random& random);

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

/// Sorts numbers below `bound`. Takes time linear in their count, with one pass for every eleven
/// bits of the bound, and a buffer of the same size as `numbers`.
void radix_sort(std::span<std::uint64_t> numbers, std::uint64_t bound);

}  // namespace sparlab::inputs
