#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sparlab::algos::kernels {

/// Sorted unique indices and their values: a non-owning structure of arrays.
template <class Value, class Index>
struct CooView {
  const Index* indices = nullptr;
  const Value* values = nullptr;
  std::size_t count = 0;
};

/// The output of a kernel; the caller provides enough room.
template <class Value, class Index>
struct CooOut {
  Index* indices = nullptr;
  Value* values = nullptr;
};

/// The first position in [begin, count) whose index is not below `bound`, or count. Takes steps of
/// doubling length, then a binary search in the last step: O(log(distance)) comparisons.
template <class Index, class Bound>
std::size_t gallop(const Index* indices, std::size_t begin, std::size_t count, Bound bound) {
  std::size_t step = 1;
  std::size_t low = begin;
  while (step <= count - low && indices[low + step - 1] < bound) {
    low += step;
    step *= 2;
  }
  const std::size_t high = low + std::min(step, count - low);
  return static_cast<std::size_t>(std::lower_bound(indices + low, indices + high, bound) - indices);
}

/// True if the indices increase strictly and all lie in [lo, hi). Runs at memory speed.
template <class Index>
bool strictly_increasing_in(std::span<const Index> indices, std::uint64_t lo, std::uint64_t hi);

/// For boundaries b_0 <= b_1 <= ... <= b_m: m + 1 positions such that the entries of range
/// [b_i, b_{i+1}) are [positions[i], positions[i+1]).
template <class Index>
std::vector<std::size_t> split_positions(std::span<const Index> indices,
                                         std::span<const std::uint64_t> boundaries);

}  // namespace sparlab::algos::kernels
