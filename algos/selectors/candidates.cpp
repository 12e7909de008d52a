#include "algos/selectors/candidates.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/scan.hpp"

namespace sparlab::algos::selectors {
namespace {

runtime::Buffer grown(const runtime::Buffer& old, std::size_t bytes, std::size_t capacity) {
  runtime::Buffer larger(capacity);
  std::copy_n(old.data(), bytes, larger.data());
  return larger;
}

}  // namespace

template <class Value, class Index>
Candidates<Value, Index>::Candidates(std::span<const Value> values, MagnitudeKey<Value> bound,
                                     std::uint64_t limit) {
  std::array<std::uint64_t, kChunkMasks> masks;
  std::array<std::uint32_t, kChunk + kMaskWidth> found;
  for (std::size_t done = 0; done < values.size() && complete_;) {
    const Value* chunk = values.data() + done;
    const std::size_t size = chunk_size(chunk, values.size() - done);
    masks_at_least(chunk, size, bound, masks.data());
    const std::size_t count = kernels::positions_of_bits(
        masks.data(), (size + kMaskWidth - 1) / kMaskWidth, found.data());
    make_room_for(count, static_cast<double>(done + size) / static_cast<double>(values.size()));
    Index* const new_positions = reinterpret_cast<Index*>(positions_.data()) + size_;
    Value* const new_values = reinterpret_cast<Value*>(values_.data()) + size_;
    for (std::size_t i = 0; i < count; ++i) {
      new_positions[i] = static_cast<Index>(done + found[i]);
      new_values[i] = chunk[found[i]];
    }
    size_ += count;
    done += size;
    complete_ = size_ <= limit;
  }
}

/// Allocates by extrapolating the number of entries found so far: copying on growth costs more than
/// the pass itself, while memory that is never written to costs nothing.
template <class Value, class Index>
void Candidates<Value, Index>::make_room_for(std::size_t more, double part_done) {
  const std::size_t needed = size_ + more;
  if (needed <= capacity_) return;
  const auto expected = static_cast<std::size_t>(1.1 * static_cast<double>(needed) / part_done);
  capacity_ = std::max(expected, 2 * capacity_);
  positions_ = grown(positions_, size_ * sizeof(Index), capacity_ * sizeof(Index));
  values_ = grown(values_, size_ * sizeof(Value), capacity_ * sizeof(Value));
}

template <class Value, class Index>
SparseStream<Value, Index> Candidates<Value, Index>::to_stream(const DenseBlock<Value>& block,
                                                               MagnitudeKey<Value> bound) const {
  CooBuilder<Value, Index> builder(block.range(), size_);
  const auto out = builder.out();
  const auto first = static_cast<Index>(block.first);
  if (bound == 0) {
    for (std::size_t i = 0; i < size_; ++i) out.indices[i] = positions()[i] + first;
    std::copy_n(values(), size_, out.values);
    return std::move(builder).finish(size_);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    out.indices[kept] = positions()[i] + first;
    out.values[kept] = values()[i];
    kept += raw_magnitude_key(values()[i]) >= bound ? 1 : 0;
  }
  return std::move(builder).finish(kept);
}

#define SPARLAB_INSTANTIATE(V, I) template class Candidates<V, I>;
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
