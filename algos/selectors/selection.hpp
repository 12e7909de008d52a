#pragma once

#include <cstdint>
#include <span>

#include "algos/streams/sparse_stream.hpp"

/// Selectors choose the entries of a dense vector that a sparse algorithm sends.
///
/// All selectors rank by magnitude (see magnitude.hpp: NaN above infinity above all finite numbers)
/// and return sorted unique indices. If a number of entries is requested, ties are broken by the
/// lower index. Invalid options throw std::invalid_argument with the name of the option and its
/// accepted values. k above the length is valid and selects all entries. An empty input gives an
/// empty selection.
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

/// The cost of a selection, in units of the cost model.
struct SelectionWork {
  std::uint64_t passes = 0;           ///< started over the vector; samples do not count
  std::uint64_t elements_read = 0;    ///< of the vector, in all passes and samples
  std::uint64_t candidates_read = 0;  ///< entries collected by a pass and ranked afterwards

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
  /// Entries of larger magnitude are chosen, those of smaller magnitude are not; NaN if the last
  /// chosen magnitude is NaN. Meaningless if the selector has no single threshold.
  Value threshold{0};
  SelectionWork work;
  /// False if the selector's rule did not converge: it reached its maximum number of rounds, or an
  /// exact top-k had to replace it.
  bool settled = true;

  std::uint64_t chosen() const { return entries.count(); }
};

}  // namespace sparlab::algos::selectors
