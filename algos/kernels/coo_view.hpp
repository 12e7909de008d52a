#pragma once

#include <cstddef>

namespace sparlab::algos::kernels {

/// Sorted unique indices and their values, as a structure of arrays that somebody else owns.
template <class Value, class Index>
struct CooView {
  const Index* indices = nullptr;
  const Value* values = nullptr;
  std::size_t count = 0;
};

/// Where a kernel writes its entries; the caller has made the room.
template <class Value, class Index>
struct CooOut {
  Index* indices = nullptr;
  Value* values = nullptr;
};

}  // namespace sparlab::algos::kernels
