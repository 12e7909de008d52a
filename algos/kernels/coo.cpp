#include "algos/kernels/coo.hpp"

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::algos::kernels {

template <class Index>
bool strictly_increasing_in(std::span<const Index> indices, std::uint64_t lo, std::uint64_t hi) {
  if (indices.empty()) return true;
  if (indices.front() < lo || indices.back() >= hi) return false;
  // Checks whole blocks without a branch, so that the loop is vectorized; a violation stops the
  // search after its block.
  constexpr std::size_t kBlock = 4096;
  const Index* data = indices.data();
  const std::size_t pairs = indices.size() - 1;
  for (std::size_t begin = 0; begin < pairs; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, pairs);
    Index flaws = 0;
    for (std::size_t i = begin; i < end; ++i) flaws |= Index{data[i + 1] <= data[i]};
    if (flaws != 0) return false;
  }
  return true;
}

template <class Index>
std::vector<std::size_t> split_positions(std::span<const Index> indices,
                                         std::span<const std::uint64_t> boundaries) {
  std::vector<std::size_t> positions;
  positions.reserve(boundaries.size());
  std::size_t position = 0;
  std::uint64_t previous = 0;
  for (const std::uint64_t boundary : boundaries) {
    SPARLAB_EXPECTS(previous <= boundary);
    position = gallop(indices.data(), position, indices.size(), boundary);
    positions.push_back(position);
    previous = boundary;
  }
  return positions;
}

template bool strictly_increasing_in(std::span<const std::uint32_t>, std::uint64_t, std::uint64_t);
template bool strictly_increasing_in(std::span<const std::uint64_t>, std::uint64_t, std::uint64_t);
template std::vector<std::size_t> split_positions(std::span<const std::uint32_t>,
                                                  std::span<const std::uint64_t>);
template std::vector<std::size_t> split_positions(std::span<const std::uint64_t>,
                                                  std::span<const std::uint64_t>);

}  // namespace sparlab::algos::kernels
