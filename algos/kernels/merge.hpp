#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/reduction.hpp"

namespace sparlab::algos::kernels {

/// Union of two sorted streams; where both hold an index, a's value is the left operand.
///
/// Shape   out has room for a.count + b.count entries and overlaps neither input.
/// Returns the number of entries written, in [max(a.count, b.count), a.count + b.count].
/// Explicit zeros and results equal to the neutral element are kept.
template <class Value, class Index>
std::size_t merge(CooView<Value, Index> a, CooView<Value, Index> b, const Reduction<Value>& op,
                  CooOut<Value, Index> out);

/// Union of any number of sorted streams with all indices in [lo, hi). Each index is reduced in the
/// order of `inputs`, left to right, with any method.
///
/// Shape   out has room for min(hi - lo, sum of counts) entries.
/// Returns the number of entries written.
template <class Value, class Index>
std::size_t merge_many(std::span<const CooView<Value, Index>> inputs, std::uint64_t lo,
                       std::uint64_t hi, const Reduction<Value>& op, CooOut<Value, Index> out);

}  // namespace sparlab::algos::kernels
