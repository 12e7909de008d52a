#pragma once

#include <algorithm>
#include <cstddef>

#include "algos/kernels/coo_view.hpp"
#include "algos/kernels/gallop.hpp"

namespace sparlab::algos::kernels {

/// Union of a short stream and a much longer one: finds the position of each entry of `few` and
/// copies the entries in between. `combine(few value, many value)` gives the value where both hold
/// an index.
template <class Value, class Index, class Combine>
std::size_t merge_skewed(CooView<Value, Index> few, CooView<Value, Index> many, Combine combine,
                         CooOut<Value, Index> out) {
  std::size_t read = 0;
  std::size_t written = 0;
  const auto copy_until = [&](std::size_t end) {
    std::copy(many.indices + read, many.indices + end, out.indices + written);
    std::copy(many.values + read, many.values + end, out.values + written);
    written += end - read;
    read = end;
  };
  for (std::size_t i = 0; i < few.count; ++i) {
    copy_until(gallop(many.indices, read, many.count, few.indices[i]));
    const bool both = read < many.count && many.indices[read] == few.indices[i];
    out.indices[written] = few.indices[i];
    out.values[written] = both ? combine(few.values[i], many.values[read]) : few.values[i];
    read += both;
    ++written;
  }
  copy_until(many.count);
  return written;
}

}  // namespace sparlab::algos::kernels
