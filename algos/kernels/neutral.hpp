#pragma once

#include <cstddef>
#include <cstdint>

#include "algos/kernels/coo_view.hpp"

namespace sparlab::algos::kernels {

/// Elements of a dense block that differ from the neutral element. -0 equals 0; NaN equals nothing.
struct Present {
  std::uint64_t entries = 0;
  std::uint64_t runs = 0;  ///< of consecutive entries
};

template <class Value>
Present count_present(const Value* dense, std::size_t count, Value neutral);

/// Writes these elements as entries; `lo` is the index of the first element. Returns their number.
template <class Value, class Index>
std::size_t gather_present(const Value* dense, std::size_t count, std::uint64_t lo, Value neutral,
                           CooOut<Value, Index> out);

}  // namespace sparlab::algos::kernels
