#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "algos/kernels/coo.hpp"
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

/// Elements of a dense block that differ from the neutral element. -0 equals 0; NaN equals nothing.
struct Present {
  std::uint64_t entries = 0;
  std::uint64_t runs = 0;  ///< of consecutive entries
};

template <class Value>
Present count_present(const Value* dense, std::size_t count, Value neutral);

/// Writes these elements, which are `entries`, as such; `lo` is the index of the first element.
template <class Value, class Index>
void gather_present(const Value* dense, std::size_t count, std::uint64_t lo, Value neutral,
                    std::uint64_t entries, CooOut<Value, Index> out);

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
