#include "algos/selectors/candidates.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/scan.hpp"

namespace sparlab::algos::selectors {
namespace {

template <class T>
std::unique_ptr<T[]> grown(const std::unique_ptr<T[]>& old, std::size_t size,
                           std::size_t capacity) {
  auto larger = std::make_unique_for_overwrite<T[]>(capacity);
  std::copy_n(old.get(), size, larger.get());
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
    const std::size_t count =
        positions_of_bits(masks.data(), (size + kMaskWidth - 1) / kMaskWidth, found.data());
    make_room_for(count, static_cast<double>(done + size) / static_cast<double>(values.size()));
    for (std::size_t i = 0; i < count; ++i) {
      positions_[size_ + i] = static_cast<Index>(done + found[i]);
      values_[size_ + i] = chunk[found[i]];
    }
    size_ += count;
    done += size;
    elements_read_ = done;
    complete_ = size_ <= limit;
  }
}

/// Extrapolates what has been found so far, since copying on growth costs more than the pass
/// itself; memory that is not written to costs nothing.
template <class Value, class Index>
void Candidates<Value, Index>::make_room_for(std::size_t more, double part_done) {
  const std::size_t needed = size_ + more;
  if (needed <= capacity_) return;
  const auto expected = static_cast<std::size_t>(1.1 * static_cast<double>(needed) / part_done);
  capacity_ = std::max(expected, 2 * capacity_);
  positions_ = grown(positions_, size_, capacity_);
  values_ = grown(values_, size_, capacity_);
}

template <class Value, class Index>
SparseStream<Value, Index> Candidates<Value, Index>::to_stream(
    const DenseBlock<Value>& block) const {
  CooBuilder<Value, Index> builder(block.range(), size_);
  const auto out = builder.out();
  const auto first = static_cast<Index>(block.first);
  for (std::size_t i = 0; i < size_; ++i) out.indices[i] = positions_[i] + first;
  std::copy_n(values_.get(), size_, out.values);
  return std::move(builder).finish(size_);
}

#define SPARLAB_INSTANTIATE(V, I) template class Candidates<V, I>;
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
