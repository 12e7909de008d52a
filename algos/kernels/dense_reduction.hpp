#pragma once

#include <cstdint>
#include <span>

#include "algos/kernels/coo_view.hpp"
#include "algos/kernels/reduction.hpp"

namespace sparlab::algos::kernels {

/// One operand of a dense reduction: a value for each index of the range, or, if `dense` is null,
/// the entries of a coo stream over the range.
template <class Value, class Index>
struct Operand {
  CooView<Value, Index> coo{};
  const Value* dense = nullptr;
};

/// Reduces `operands` from left to right into out[i - lo]. If the first operand is coo, its entries
/// are combined with the neutral element, as if the operand had been made dense.
///
/// Shape    at least one operand; indices lie in [lo, lo + out.size()); out overlaps no operand.
/// Cost     one pass over all operands and over out, tile by tile, so that out stays in cache.
template <class Value, class Index>
void reduce_densely(std::span<const Operand<Value, Index>> operands, std::uint64_t lo,
                    const Reduction<Value>& op, std::span<Value> out);

}  // namespace sparlab::algos::kernels
