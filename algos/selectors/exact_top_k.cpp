#include "algos/selectors/exact_top_k.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/sample.hpp"
#include "algos/selectors/scan.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos::selectors {
namespace {

constexpr int kDigitBits = 11;
using Histogram = std::array<std::uint64_t, std::size_t{1} << kDigitBits>;

/// Histogram of the digits from `shift` on, over those keys that agree with `prefix` in all bits
/// above the digit.
template <class Value>
Histogram digit_histogram(std::span<const Value> values, MagnitudeKey<Value> prefix, int shift,
                          int width) {
  constexpr MagnitudeKey<Value> kOne = 1;
  const auto digit_mask = static_cast<MagnitudeKey<Value>>((kOne << width) - 1);
  // Shifts in two steps: there are no bits above the first digit, and a shift must be less than the
  // type's width.
  const auto above = [&](MagnitudeKey<Value> key) {
    return static_cast<MagnitudeKey<Value>>((key >> shift) >> width);
  };
  const MagnitudeKey<Value> wanted = above(prefix);
  Histogram histogram{};
  for (const Value value : values) {
    const MagnitudeKey<Value> key = magnitude_key(value);
    if (above(key) == wanted) ++histogram[static_cast<std::size_t>((key >> shift) & digit_mask)];
  }
  return histogram;
}

constexpr std::size_t kSample = 32768;

/// A magnitude that slightly more than k values reach, if the sample is typical.
template <class Value>
struct Guess {
  MagnitudeKey<Value> bound;
  std::uint64_t limit;  ///< the guess has failed if more values than this reach it
};

template <class Value>
Guess<Value> guess_bound(std::span<const Value> values, std::uint64_t k) {
  auto sample = sampled_keys(values, kSample, 0);
  const double per_sample = static_cast<double>(values.size()) / static_cast<double>(kSample);
  const double expected = static_cast<double>(k) / per_sample;
  // Four standard deviations of a Poisson count: fails for about one in ten thousand random
  // vectors.
  const double rank = expected + 4 * std::sqrt(expected) + 4;
  if (rank >= static_cast<double>(kSample)) return {0, values.size()};
  const auto place = sample.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(sample.begin(), place, sample.end(), std::greater<>());
  return {*place, static_cast<std::uint64_t>(3 * rank * per_sample)};
}

/// All keys above `ranked.key`, and the first `ranked.ties` that equal it: k entries.
template <class Index, class Value>
SparseStream<Value, Index> collect(DenseBlock<Value> block, RankedKey<Value> ranked,
                                   std::uint64_t k, std::uint64_t& passes) {
  CooBuilder<Value, Index> builder(block.range(), k);
  const auto out = builder.out();
  std::array<std::uint64_t, kChunkMasks> masks;
  std::array<std::uint32_t, kChunk + kMaskWidth> found;
  std::size_t size = 0;
  std::size_t done = 0;
  while (size < k) {
    const Value* chunk = block.values.data() + done;
    const std::size_t length = chunk_size(chunk, block.values.size() - done);
    masks_at_least(chunk, length, ranked.key, masks.data());
    const std::size_t count = kernels::positions_of_bits(
        masks.data(), (length + kMaskWidth - 1) / kMaskWidth, found.data());
    for (std::size_t i = 0; i < count; ++i) {
      const Value value = chunk[found[i]];
      if (magnitude_key(value) == ranked.key) {
        if (ranked.ties == 0) continue;
        --ranked.ties;
      }
      out.indices[size] = static_cast<Index>(block.first + done + found[i]);
      out.values[size++] = value;
    }
    done += length;
  }
  ++passes;
  return std::move(builder).finish(size);
}

/// The k-th largest of the keys of `values`, 0 < k <= values.size().
template <class Value>
RankedKey<Value> rank(std::span<const Value> values, std::uint64_t k) {
  std::vector<MagnitudeKey<Value>> keys(values.size());
  std::transform(values.begin(), values.end(), keys.begin(), magnitude_key<Value>);
  const auto place = keys.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(keys.begin(), place, keys.end(), std::greater<>());
  const auto above = std::count_if(keys.begin(), place, [&](auto key) { return key > *place; });
  return {*place, k - static_cast<std::uint64_t>(above)};
}

}  // namespace

template <class Value>
RankedKey<Value> radix_select(std::span<const Value> values, std::uint64_t k,
                              std::uint64_t& passes) {
  RankedKey<Value> ranked{0, k};
  for (int end = 8 * static_cast<int>(sizeof(Value)) - 1; end > 0;) {
    const int width = std::min(kDigitBits, end);
    const int shift = end - width;
    const Histogram histogram = digit_histogram(values, ranked.key, shift, width);
    std::size_t digit = histogram.size() - 1;
    for (; ranked.ties > histogram[digit]; --digit) ranked.ties -= histogram[digit];
    ranked.key |= static_cast<MagnitudeKey<Value>>(digit) << shift;
    end = shift;
    ++passes;
  }
  return ranked;
}

#define SPARLAB_INSTANTIATE(Value) \
  template RankedKey<Value> radix_select(std::span<const Value>, std::uint64_t, std::uint64_t&);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template <class Value, class Index>
Selection<Value, Index> top_k_of(const Candidates<Value, Index>& candidates,
                                 DenseBlock<Value> block, std::uint64_t k, std::uint64_t passes) {
  Selection<Value, Index> selection;
  if (k > candidates.size()) {
    selection.entries = candidates.to_stream(block);
    selection.passes = passes;
    return selection;
  }
  RankedKey<Value> ranked{kNanKey<Value>, 0};
  CooBuilder<Value, Index> builder(block.range(), k);
  const auto out = builder.out();
  std::size_t size = 0;
  if (k > 0) ranked = rank(std::span(candidates.values(), candidates.size()), k);
  selection.threshold = magnitude_of<Value>(ranked.key);
  for (std::size_t i = 0; size < k; ++i) {
    const Value value = candidates.values()[i];
    const MagnitudeKey<Value> key = magnitude_key(value);
    if (key < ranked.key || (key == ranked.key && ranked.ties == 0)) continue;
    if (key == ranked.key) --ranked.ties;
    out.indices[size] = static_cast<Index>(block.first + candidates.positions()[i]);
    out.values[size++] = value;
  }
  selection.passes = passes;
  selection.entries = std::move(builder).finish(size);
  return selection;
}

template <class Index, class Value>
Selection<Value, Index> exact_top_k(DenseBlock<Value> block, std::uint64_t k, Zeros zeros) {
  const MagnitudeKey<Value> least = zeros == Zeros::drop ? 1 : 0;
  const std::size_t size = block.values.size();
  Selection<Value, Index> selection;
  if (k == 0) {
    selection.entries = SparseStream<Value, Index>(block.range(), {}, {});
    selection.threshold = std::numeric_limits<Value>::infinity();
    return selection;
  }
  std::uint64_t passes = 0;
  Guess<Value> guess{least, size};
  if (k < size && size >= 4 * kSample) guess = guess_bound(block.values, k);
  guess.bound = std::max(guess.bound, least);
  const Candidates<Value, Index> candidates(block.values, guess.bound, guess.limit);
  ++passes;
  const bool enough = candidates.size() >= k || guess.bound == least;
  if (candidates.complete() && enough) return top_k_of(candidates, block, k, passes);

  RankedKey<Value> ranked = radix_select(block.values, k, passes);
  std::uint64_t chosen = k;
  if (ranked.key < least) {  // zeros are dropped: all others are chosen
    chosen = k - ranked.ties;
    ranked.ties = 0;
  }
  selection.entries = collect<Index>(block, ranked, chosen, passes);
  selection.threshold = magnitude_of<Value>(ranked.key);
  selection.passes = passes;
  return selection;
}

#define SPARLAB_INSTANTIATE(V, I)                                                          \
  template Selection<V, I> exact_top_k<I, V>(DenseBlock<V>, std::uint64_t, Zeros);         \
  template Selection<V, I> top_k_of(const Candidates<V, I>&, DenseBlock<V>, std::uint64_t, \
                                    std::uint64_t);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors

namespace sparlab::algos {
namespace {

template <class Value, class Index>
SparseStream<Value, Index> top_k_entries(const SparseStream<Value, Index>& stream,
                                         std::uint64_t k) {
  if (stream.format() == Format::dense) {
    return selectors::exact_top_k<Index>(
               selectors::DenseBlock<Value>{stream.values(), stream.range().lo}, k,
               selectors::Zeros::drop)
        .entries;
  }
  if (k >= stream.count()) return stream;
  const auto chosen =
      selectors::exact_top_k<std::uint64_t>(selectors::DenseBlock<Value>{stream.values()}, k);
  return entries_at(stream, chosen.entries.indices());
}

CountedStream top_k_entries(const CountedStream& stream, std::uint64_t k) {
  return stream.cut_to(static_cast<double>(k));
}

template <class Value, class Index>
SparseStream<Value, Index> block_entries(const SparseStream<Value, Index>& stream,
                                         const model::BlockLocalLayout& layout) {
  const Range range = stream.range();
  const bool dense = stream.format() == Format::dense;
  CooBuilder<Value, Index> builder(range, std::min(layout.slots(), stream.count()));
  const auto out = builder.out();
  std::size_t kept = 0;
  std::size_t at = 0;
  for (std::uint64_t number = 0; number < layout.blocks(); ++number) {
    const std::uint64_t hi = model::block_range(range, layout.block, number).hi;
    const std::size_t end =
        dense ? static_cast<std::size_t>(hi - range.lo)
              : kernels::gallop(stream.indices().data(), at, stream.indices().size(), hi);
    if (end == at) continue;
    const selectors::DenseBlock<Value> block{stream.values().subspan(at, end - at), at};
    const auto chosen =
        selectors::exact_top_k<std::uint64_t>(block, layout.each, selectors::Zeros::drop);
    for (const std::uint64_t position : chosen.entries.indices()) {
      const auto i = static_cast<std::size_t>(position);
      out.indices[kept] = dense ? static_cast<Index>(range.lo + i) : stream.indices()[i];
      out.values[kept++] = stream.values()[i];
    }
    at = end;
  }
  return std::move(builder).finish(kept);
}

CountedStream block_entries(const CountedStream& stream, const model::BlockLocalLayout& layout) {
  return stream.cut_to(static_cast<double>(layout.slots()));
}

}  // namespace

Stream top_k(runtime::Comm& comm, const Stream& stream, std::uint64_t k) {
  comm.charge({runtime::WorkKind::select, stream.count()});
  return stream.visit([&](const auto& one) -> Stream { return top_k_entries(one, k); });
}

Stream top_k_of_blocks(runtime::Comm& comm, const Stream& stream,
                       const model::BlockLocalLayout& layout) {
  comm.charge({runtime::WorkKind::select, stream.count()});
  return stream.visit([&](const auto& one) -> Stream { return block_entries(one, layout); });
}

}  // namespace sparlab::algos
