#pragma once

#include <algorithm>
#include <cstddef>

namespace sparlab::algos::kernels {

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

}  // namespace sparlab::algos::kernels
