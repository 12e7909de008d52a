#pragma once

#include <algorithm>
#include <cstddef>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/reduction.hpp"

namespace sparlab::algos::kernels {

/// The plain two-pointer loop: the reference for the results and the speed of `merge`.
template <class Value, class Index>
std::size_t merge_two_pointer(CooView<Value, Index> a, CooView<Value, Index> b,
                              const Reduction<Value>& reduction, CooOut<Value, Index> out) {
  return reduction.visit([&](auto op) {
    std::size_t i = 0;
    std::size_t j = 0;
    std::size_t written = 0;
    while (i < a.count && j < b.count) {
      const Index a_index = a.indices[i];
      const Index b_index = b.indices[j];
      if (a_index < b_index) {
        out.indices[written] = a_index;
        out.values[written] = a.values[i++];
      } else if (b_index < a_index) {
        out.indices[written] = b_index;
        out.values[written] = b.values[j++];
      } else {
        out.indices[written] = a_index;
        out.values[written] = op(a.values[i++], b.values[j++]);
      }
      ++written;
    }
    std::copy(a.indices + i, a.indices + a.count, out.indices + written);
    std::copy(a.values + i, a.values + a.count, out.values + written);
    written += a.count - i;
    std::copy(b.indices + j, b.indices + b.count, out.indices + written);
    std::copy(b.values + j, b.values + b.count, out.values + written);
    return written + b.count - j;
  });
}

}  // namespace sparlab::algos::kernels
