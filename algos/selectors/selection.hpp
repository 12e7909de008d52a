#pragma once

#include <cstdint>
#include <span>

#include "algos/streams/sparse_stream.hpp"

/// Selectors choose the entries of a dense vector that a sparse algorithm sends.
///
/// All selectors rank by magnitude (see magnitude.hpp: NaN above infinity above all finite numbers)
/// and return sorted unique indices. If a number of entries is requested, ties are broken by the
/// lower index. k above the length is valid and selects all entries. An empty input gives an empty
/// selection.
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

template <class Value, class Index>
struct Selection {
  SparseStream<Value, Index> entries;
  /// Entries of larger magnitude are chosen, those of smaller magnitude are not; NaN if the last
  /// chosen magnitude is NaN. Meaningless if the selector has no single threshold.
  Value threshold{0};
  std::uint64_t passes = 0;  ///< started over the vector; samples do not count
  /// False if the selector's rule did not converge: it reached its maximum number of rounds, or an
  /// exact top-k had to replace it.
  bool settled = true;

  std::uint64_t chosen() const { return entries.count(); }
};

}  // namespace sparlab::algos::selectors
