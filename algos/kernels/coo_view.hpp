#pragma once

#include <cstddef>

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

}  // namespace sparlab::algos::kernels
