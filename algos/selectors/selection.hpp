#pragma once

#include <cstdint>
#include <span>

#include "algos/streams/sparse_stream.hpp"

/// Selectors choose the entries of a dense vector that a sparse algorithm sends.
///
/// All of them rank by magnitude (see magnitude.hpp: NaN above infinity above all finite numbers),
/// resolve ties by the lower index where a number of entries is asked for, and return sorted unique
/// indices. Options that make no sense throw std::invalid_argument with the option's name and what
/// is accepted; k above the length is legal and means all. Empty input gives an empty selection.
///
/// They are templates over the index type of the result: exact_top_k<std::uint32_t>(...).
namespace sparlab::algos::selectors {

/// A dense vector over the indices [first, first + values.size()) of a universe.
template <class Value>
struct DenseBlock {
  std::span<const Value> values;
  std::uint64_t first = 0;

  Range range() const { return {first, first + values.size()}; }
};

/// What a selection cost, in units that a cost model can price.
struct SelectionWork {
  std::uint64_t passes = 0;           ///< begun over the vector; samples are none
  std::uint64_t elements_read = 0;    ///< of the vector, in all passes and samples
  std::uint64_t candidates_read = 0;  ///< entries set aside by a pass and ranked afterwards

  SelectionWork& operator+=(const SelectionWork& other) {
    passes += other.passes;
    elements_read += other.elements_read;
    candidates_read += other.candidates_read;
    return *this;
  }
  friend bool operator==(const SelectionWork&, const SelectionWork&) = default;
};

template <class Value, class Index>
struct Selection {
  SparseStream<Value, Index> entries;
  /// Entries of larger magnitude were chosen, those of smaller magnitude not; NaN if it is NaN that
  /// was cut off. Without meaning if the selector has no single threshold.
  Value threshold = 0;
  SelectionWork work;
  /// False if the selector's rule did not settle: its bound of rounds was reached, or it had to be
  /// replaced by an exact top-k.
  bool settled = true;

  std::uint64_t chosen() const { return entries.count(); }
};

}  // namespace sparlab::algos::selectors
