#include "algos/quantizers/shared_scales.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#include "algos/kernels/half_precision.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/quantizers/level_rounding.hpp"

namespace sparlab::algos::quantizers {
namespace {

/// Entries [first, last) of one block, whose indices, relative to the range, share their upper half
/// with `index`, that of the first one.
struct Segment {
  std::size_t block;
  std::uint64_t index;
  std::size_t first;
  std::size_t last;
};

template <class Value, class Index, class Visit>
void for_each_segment(const SparseStream<Value, Index>& stream, std::uint64_t block, Visit visit) {
  constexpr std::uint64_t kSameKey = std::uint64_t{1} << 32;
  const auto count = static_cast<std::size_t>(stream.count());
  const auto indices = stream.indices();
  const Range range = stream.range();
  const bool dense = stream.format() == Format::dense;
  for (std::size_t first = 0; first < count;) {
    const std::uint64_t index = dense ? first : indices[first] - range.lo;
    const std::uint64_t size =
        std::min({block - index % block, kSameKey - index % kSameKey, range.size() - index});
    const std::uint64_t end = range.lo + index + size;
    const auto from = indices.begin() + static_cast<std::ptrdiff_t>(dense ? 0 : first);
    const std::size_t last =
        dense ? first + static_cast<std::size_t>(size)
              : static_cast<std::size_t>(std::lower_bound(from, indices.end(), end) -
                                         indices.begin());
    visit(Segment{static_cast<std::size_t>(index / block), index, first, last});
    first = last;
  }
}

/// A stream over the same indices, whose values `fill` writes.
template <class Out, class Value, class Index, class Fill>
SparseStream<Out, Index> with_values(const SparseStream<Value, Index>& stream, Fill fill) {
  const auto count = static_cast<std::size_t>(stream.count());
  if (stream.format() == Format::dense) {
    auto dense = SparseStream<Out, Index>::uninitialised_dense(stream.range());
    fill(dense.mutable_values().data());
    return dense;
  }
  CooBuilder<Out, Index> builder(stream.range(), count);
  const auto out = builder.out();
  std::copy_n(stream.indices().data(), count, out.indices);
  fill(out.values);
  return std::move(builder).finish(count);
}

/// Blocks without finite values other than 0 have any scale.
template <class Value>
ComputedAs<Value> scale_of(double agreed) {
  return agreed > 0 ? static_cast<ComputedAs<Value>>(agreed) : ComputedAs<Value>{1};
}

}  // namespace

template <class Value>
bool SharedScales::accepts(std::span<const double> scales, std::span<const double> own) {
  using Computed = ComputedAs<Value>;
  constexpr auto kMost = static_cast<double>(std::numeric_limits<Computed>::max());
  for (std::size_t i = 0; i < scales.size(); ++i) {
    if (!(scales[i] >= own[i] && scales[i] <= kMost)) return false;
    if (static_cast<double>(static_cast<Computed>(scales[i])) != scales[i]) return false;
  }
  return true;
}

template <class Value, class Index>
std::vector<double> SharedScales::magnitudes(const SparseStream<Value, Index>& stream) const {
  using Bits = BitsOf<Value>;
  constexpr auto kSign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  const auto infinity = std::bit_cast<Bits>(std::numeric_limits<Value>::infinity());
  const auto values = stream.values();
  std::vector<double> all(static_cast<std::size_t>(blocks_), 0.0);
  for_each_segment(stream, block_, [&](const Segment& segment) {
    // Without the sign bit, the bits of floating-point numbers are ordered like their magnitudes.
    Bits largest = 0;
    for (std::size_t i = segment.first; i < segment.last; ++i) {
      const auto magnitude = static_cast<Bits>(std::bit_cast<Bits>(values[i]) & ~kSign);
      largest = std::max(largest, magnitude < infinity ? magnitude : Bits{0});
    }
    double& of_block = all[segment.block];
    of_block = std::max(of_block, static_cast<double>(std::bit_cast<Value>(largest)));
  });
  return all;
}

template <class Value, class Index>
SparseStream<float, Index> SharedScales::integers(const SparseStream<Value, Index>& stream,
                                                  std::span<const double> scales,
                                                  std::uint64_t seed) const {
  using Computed = ComputedAs<Value>;
  const std::uint64_t lo = stream.range().lo;
  const auto values = stream.values();
  const auto indices = stream.indices();
  return with_values<float>(stream, [&](float* out) {
    for_each_segment(stream, block_, [&](const Segment& segment) {
      const kernel::Factors<Computed> factors(scale_of<Value>(scales[segment.block]), levels_);
      const kernels::CounterRandom random(seed, segment.index);
      const auto round = [&](auto index_of) {
        for (std::size_t i = segment.first; i < segment.last; ++i) {
          const Computed value{values[i]};
          const bool finite = std::abs(value) <= std::numeric_limits<Computed>::max();
          const std::int32_t level = kernel::random_level(finite ? value : Computed{0}, factors,
                                                          levels_, random, index_of(i));
          out[i] = finite ? static_cast<float>(level) : static_cast<float>(value);
        }
      };
      if (indices.empty())
        round([&](std::size_t i) { return static_cast<std::uint32_t>(i); });
      else
        round([&](std::size_t i) { return static_cast<std::uint32_t>(indices[i] - lo); });
    });
  });
}

template <class Value, class Index>
SparseStream<Value, Index> SharedScales::values(const SparseStream<float, Index>& sums,
                                                std::span<const double> scales) const {
  using Computed = ComputedAs<Value>;
  const auto integers = sums.values();
  return with_values<Value>(sums, [&](Value* out) {
    for_each_segment(sums, block_, [&](const Segment& segment) {
      // Divides first: this is not lost in denormals, and the last level is exact.
      const auto levels = static_cast<Computed>(levels_);
      const Computed scale = scale_of<Value>(scales[segment.block]);
      for (std::size_t i = segment.first; i < segment.last; ++i)
        out[i] = Value{static_cast<Computed>(integers[i]) / levels * scale};
    });
  });
}

#define SPARLAB_INSTANTIATE(V, I)                                                         \
  template std::vector<double> SharedScales::magnitudes(const SparseStream<V, I>&) const; \
  template SparseStream<float, I> SharedScales::integers(                                 \
      const SparseStream<V, I>&, std::span<const double>, std::uint64_t) const;           \
  template SparseStream<V, I> SharedScales::values(const SparseStream<float, I>&,         \
                                                   std::span<const double>) const;
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE
#define SPARLAB_INSTANTIATE(V) \
  template bool SharedScales::accepts<V>(std::span<const double>, std::span<const double>);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::quantizers
