#pragma once

#include <cstddef>
#include <cstdint>

#include "algos/kernels/coo_view.hpp"
#include "algos/kernels/reduction.hpp"

namespace sparlab::algos::kernels {

/// dense[index - lo] = dense[index - lo] op value for every entry of `input`.
template <class Value, class Index>
void scatter(CooView<Value, Index> input, std::uint64_t lo, const Reduction<Value>& op,
             Value* dense);

/// Like `scatter`, with the operands exchanged: value op dense.
template <class Value, class Index>
void scatter_left(CooView<Value, Index> input, std::uint64_t lo, const Reduction<Value>& op,
                  Value* dense);

/// out[i] = a[i] op b[i] for i in [0, count); out may be a or b.
template <class Value>
void combine(const Value* a, const Value* b, std::size_t count, const Reduction<Value>& op,
             Value* out);

}  // namespace sparlab::algos::kernels
