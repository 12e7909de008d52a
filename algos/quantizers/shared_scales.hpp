#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "model/parameters/quantized_sum.hpp"

/// Quantization to whole numbers whose sums need no decoding: all ranks share the scale S of each
/// block of indices. With s = 2^(bits-1) - 1, a value v, no larger than S, becomes one of the two
/// whole numbers next to v s / S at random, so that its expectation is v s / S (to within 2^-22 of
/// a step S/s, and the rounding of Value). A step is S/s, so a sum of h values has
/// E|error|^2 <= h (S/s)^2 / 4.
///
/// Not finite: an infinity or NaN is no part of the scale and stays what it is, also in sums.
///
/// Source: Xin et al., Global-QSGD, arXiv 2305.18627; Li et al., THC, NSDI'24.
namespace sparlab::algos::quantizers {

class SharedScales {
 public:
  SharedScales(const model::QuantizedSumParameters& parameters, Range range)
      : block_(parameters.block_size(range.size())),
        blocks_(parameters.scales(range.size())),
        levels_(parameters.levels()) {}

  std::uint64_t blocks() const { return blocks_; }

  /// The largest finite magnitude of each block of the stream's range. Cost: one pass.
  template <class Value, class Index>
  std::vector<double> magnitudes(const SparseStream<Value, Index>& stream) const;

  /// Whether each scale is finite in the type that computes and at least the own magnitude, so that
  /// integers() may use it. Scales of damaged messages need not be.
  template <class Value>
  static bool accepts(std::span<const double> scales, std::span<const double> own);

  /// The stream with integers for values, none of which is -0. `scales` are at least the magnitudes
  /// of all ranks. Random numbers are a function of the seed and the index relative to the range.
  /// Cost: one pass.
  template <class Value, class Index>
  SparseStream<float, Index> integers(const SparseStream<Value, Index>& stream,
                                      std::span<const double> scales, std::uint64_t seed) const;

  /// The inverse, of sums. Cost: one pass.
  template <class Value, class Index>
  SparseStream<Value, Index> values(const SparseStream<float, Index>& sums,
                                    std::span<const double> scales) const;

 private:
  std::uint64_t block_;
  std::uint64_t blocks_;
  int levels_;
};

}  // namespace sparlab::algos::quantizers
