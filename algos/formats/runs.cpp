#include "algos/formats/runs.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace sparlab::algos::formats {

template <class Index>
std::uint64_t count_runs(std::span<const Index> indices) {
  if (indices.empty()) return 0;
  const Index* const data = indices.data();
  const std::size_t pairs = indices.size() - 1;
  // Blocks whose count fits the index type, so that the loop is vectorized.
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::uint64_t runs = 1;
  for (std::size_t begin = 0; begin < pairs; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, pairs);
    Index gaps = 0;
    for (std::size_t i = begin; i < end; ++i) gaps += Index{data[i + 1] - data[i] != 1};
    runs += gaps;
  }
  return runs;
}

template <class Index>
void encode_runs(std::span<const Index> indices, std::byte* field) {
  const Index* const data = indices.data();
  const std::size_t count = indices.size();
  for (std::size_t first = 0; first < count;) {
    std::size_t last = first;
    while (last + 1 < count && data[last + 1] - data[last] == 1) ++last;
    const std::array run = {data[first], data[last]};
    std::memcpy(field, run.data(), sizeof run);
    field += sizeof run;
    first = last + 1;
  }
}

template <class Index>
std::optional<std::size_t> decode_runs(std::span<const std::byte> field, model::Range range,
                                       std::span<Index> indices) {
  std::array<Index, 2> run;
  Index previous = 0;  // the last index of the previous run
  std::size_t at = 0;
  std::size_t filled = 0;
  while (filled < indices.size()) {
    if (field.size() - at < sizeof run) return std::nullopt;
    std::memcpy(run.data(), field.data() + at, sizeof run);
    at += sizeof run;
    const auto [first, last] = run;
    if (first < range.lo || last < first || last >= range.hi) return std::nullopt;
    if (filled > 0 && (first <= previous || first - previous == 1)) return std::nullopt;
    if (last - first >= indices.size() - filled) return std::nullopt;
    const auto length = static_cast<std::size_t>(last - first) + 1;
    std::iota(indices.begin() + static_cast<std::ptrdiff_t>(filled),
              indices.begin() + static_cast<std::ptrdiff_t>(filled + length), first);
    filled += length;
    previous = last;
  }
  return at;
}

#define SPARLAB_INSTANTIATE(I)                                                              \
  template std::uint64_t count_runs(std::span<const I>);                                    \
  template void encode_runs(std::span<const I>, std::byte*);                                \
  template std::optional<std::size_t> decode_runs(std::span<const std::byte>, model::Range, \
                                                  std::span<I>);
SPARLAB_INSTANTIATE(std::uint32_t)
SPARLAB_INSTANTIATE(std::uint64_t)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::formats
