#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/reduction.hpp"

namespace sparlab::algos::kernels {

/// Reduces many streams tile by tile: scatters the entries of all inputs in one tile of the range
/// into a dense array with an occupancy bitmap, then compresses it.
///
/// Cost     one pass over all entries in the order of the inputs, plus (hi - lo) / 64 bitmap words.
///          It therefore suits inputs that together are not much sparser than one entry in 64. The
///          scratch is one tile, which stays in cache for any range.
/// Results  equal to those of a merge. An entry is stored unchanged where the tile holds none, not
///          combined with the neutral element (-0.0 stays). An occupied index is kept for any
///          value.
template <class Value, class Index>
class TiledUnion {
 public:
  using View = CooView<Value, Index>;
  using Out = CooOut<Value, Index>;

  /// Shape    all indices lie in [lo, hi); out has room for min(hi - lo, sum of counts) entries.
  /// Returns  the number of entries written.
  template <class Op>
  std::size_t reduce(std::span<const View> inputs, std::uint64_t lo, std::uint64_t hi, Op op,
                     Out out) {
    occupied_.assign(kTileWords, 0);
    values_.resize(kTile + 1);
    rest_.assign(inputs.begin(), inputs.end());
    std::size_t written = 0;
    for (std::uint64_t begin = lo; begin < hi;) {
      const std::uint64_t width = std::min<std::uint64_t>(kTile, hi - begin);
      for (View& input : rest_) scatter_tile(input, begin, width, op);
      written += compress_tile(begin, {out.indices + written, out.values + written});
      begin += width;
    }
    return written;
  }

 private:
  static constexpr std::size_t kTile = std::size_t{1}
                                       << 15;  // 128 or 256 KiB: half a second-level cache
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kTileWords = kTile / kWordBits;

  /// Consumes the entries of `input` with indices in [begin, begin + width).
  template <class Op>
  void scatter_tile(View& input, std::uint64_t begin, std::uint64_t width, Op op) {
    std::uint64_t* occupied = occupied_.data();
    Value* values = values_.data();
    std::size_t i = 0;
    for (; i < input.count && input.indices[i] - begin < width; ++i) {
      const auto slot = static_cast<std::size_t>(input.indices[i] - begin);
      const std::uint64_t word = occupied[slot / kWordBits];
      const bool seen = (word >> (slot % kWordBits)) & 1;
      occupied[slot / kWordBits] = word | std::uint64_t{1} << (slot % kWordBits);
      const Value value = input.values[i];
      if constexpr (is_built_in<Op>) {
        // Without a branch: an unwanted result goes to a slot behind the tile.
        const Value reduced = op(values[slot], value);
        values[slot] = value;
        values[kTile ^ ((kTile ^ slot) & (std::size_t{0} - seen))] = reduced;
      } else {
        values[slot] = seen ? op(values[slot], value) : value;
      }
    }
    input = {input.indices + i, input.values + i, input.count - i};
  }

  /// Writes the occupied slots in order and clears the bitmap.
  std::size_t compress_tile(std::uint64_t begin, Out out) {
    std::size_t written = 0;
    for (std::size_t w = 0; w < kTileWords; ++w) {
      const Value* values = values_.data() + w * kWordBits;
      const std::uint64_t first = begin + w * kWordBits;
      std::uint64_t word = occupied_[w];
      occupied_[w] = 0;
      if (word == ~std::uint64_t{0}) {
        for (std::size_t bit = 0; bit < kWordBits; ++bit) {
          out.indices[written + bit] = static_cast<Index>(first + bit);
          out.values[written + bit] = values[bit];
        }
        written += kWordBits;
        continue;
      }
      for (; word != 0; word &= word - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(word));
        out.indices[written] = static_cast<Index>(first + bit);
        out.values[written++] = values[bit];
      }
    }
    return written;
  }

  std::vector<View> rest_;
  std::vector<Value> values_;
  std::vector<std::uint64_t> occupied_;
};

}  // namespace sparlab::algos::kernels
