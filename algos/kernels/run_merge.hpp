#pragma once

#include <emmintrin.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/merge_rules.hpp"

#if defined(__SSE2__)
#endif
namespace sparlab::algos::kernels {

/// Number of indices that `equal_prefix` compares.
inline constexpr std::size_t kPrefixBlock = 16;

/// Number of equal indices at the beginning of two blocks of kPrefixBlock indices, without a
/// branch.
template <class Index>
std::size_t equal_prefix(const Index* a, const Index* b) {
  static_assert(sizeof(Index) == 4 || sizeof(Index) == 8);
  std::uint32_t equal = 0;
#if defined(__SSE2__)
  // Compares units of 32 bits, 16 at a time.
  const auto lanes = [&](std::size_t at) {
    return _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a) + at),
                           _mm_loadu_si128(reinterpret_cast<const __m128i*>(b) + at));
  };
  constexpr std::size_t kUnitBytes = 4;
  constexpr std::size_t kUnits = sizeof(Index) / kUnitBytes;
  for (std::size_t unit = 0; unit < kUnits; ++unit) {
    const __m128i low = _mm_packs_epi32(lanes(4 * unit), lanes(4 * unit + 1));
    const __m128i high = _mm_packs_epi32(lanes(4 * unit + 2), lanes(4 * unit + 3));
    const int mask = _mm_movemask_epi8(_mm_packs_epi16(low, high));
    equal |= static_cast<std::uint32_t>(mask) << (16 * unit);
  }
  return static_cast<std::size_t>(std::countr_one(equal)) / kUnits;
#else
  for (std::size_t i = 0; i < kPrefixBlock; ++i) equal |= std::uint32_t{a[i] == b[i]} << i;
  return static_cast<std::size_t>(std::countr_one(equal));
#endif
}

/// Positions of a merge in its inputs and its output.
struct MergePosition {
  std::size_t a = 0;
  std::size_t b = 0;
  std::size_t out = 0;
};

/// Merges inputs that consist of runs. Either many equal indices follow each other, and a block of
/// them is compared and combined at once; or many indices of one input precede the next one of the
/// other, and they are found by a search and copied. Only the end of a run is a branch that may be
/// mispredicted.
template <class Value, class Index, class Rule>
class RunMerge {
 public:
  using View = CooView<Value, Index>;
  using Out = CooOut<Value, Index>;

  RunMerge(View a, View b, Rule rule, Out out) : a_(a), b_(b), rule_(rule), out_(out) {}

  /// Whether the next entries look like runs; for random indices this is hardly ever true.
  bool are_ahead(const MergePosition& at) const {
    if (!has_block(at)) return false;
    const Index* a = a_.indices + at.a;
    const Index* b = b_.indices + at.b;
    if (a[kBlock - 1] < b[0] || b[kBlock - 1] < a[0]) return true;
    return equal_prefix(a, b) >= kLongRun;
  }

  /// Takes runs until they become short.
  void advance(MergePosition& at) const {
    for (bool are_long = true; are_long && has_block(at);) {
      const std::size_t before = at.out;
      for (int i = 0; i < kRound && has_block(at); ++i) take_run(at);
      are_long = at.out - before >= kRound * kShortRun;
    }
  }

 private:
  static constexpr std::size_t kBlock = kPrefixBlock;
  // Runs of kLongRun entries are faster than steps, runs shorter than kShortRun are slower
  // (bench_kernels). In between, the current method continues.
  static constexpr std::size_t kLongRun = 8;
  static constexpr std::size_t kShortRun = 6;
  static constexpr int kRound = 32;

  bool has_block(const MergePosition& at) const {
    return a_.count - at.a >= kBlock && b_.count - at.b >= kBlock;
  }

  /// Takes the equal indices at the heads, at most one block. If the block is not all equal, also
  /// takes the next entry, or those of one input that precede the next entry of the other.
  void take_run(MergePosition& at) const {
    const std::size_t equal = equal_prefix(a_.indices + at.a, b_.indices + at.b);
    combine(at, equal);
    at.a += equal;
    at.b += equal;
    at.out += equal;
    if (equal == kBlock || !has_block(at)) return;
    const Index a = a_.indices[at.a];
    const Index b = b_.indices[at.b];
    if (a_.indices[at.a + kBlock - 1] < b) {
      at.a = copy_below(a_, at.a, b, at.out);
    } else if (b_.indices[at.b + kBlock - 1] < a) {
      at.b = copy_below(b_, at.b, a, at.out);
    } else {
      const Taken taken = rule_.step(a, b, a_.values[at.a], b_.values[at.b], out_.indices + at.out,
                                     out_.values + at.out);
      at.a += taken.a;
      at.b += taken.b;
      ++at.out;
    }
  }

  /// Combines the first `equal` entries of a block. A built-in operation processes the whole block:
  /// excess results are overwritten later, and there is room since neither input ends inside the
  /// block.
  void combine(const MergePosition& at, std::size_t equal) const {
    const Index* __restrict indices = a_.indices + at.a;
    const Value* __restrict a_values = a_.values + at.a;
    const Value* __restrict b_values = b_.values + at.b;
    Index* __restrict out_indices = out_.indices + at.out;
    Value* __restrict out_values = out_.values + at.out;
    const std::size_t count = Rule::has_built_in_op ? kBlock : equal;
    for (std::size_t i = 0; i < count; ++i) out_indices[i] = indices[i];
    for (std::size_t i = 0; i < count; ++i) out_values[i] = rule_.op(a_values[i], b_values[i]);
  }

  /// Copies the entries of one input from `begin` that are below `bound`; returns their end.
  std::size_t copy_below(View from, std::size_t begin, Index bound, std::size_t& written) const {
    const std::size_t end = gallop(from.indices, begin, from.count, bound);
    std::copy(from.indices + begin, from.indices + end, out_.indices + written);
    std::copy(from.values + begin, from.values + end, out_.values + written);
    written += end - begin;
    return end;
  }

  View a_;
  View b_;
  Rule rule_;
  Out out_;
};

}  // namespace sparlab::algos::kernels
