#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/sketches/hash_family.hpp"

namespace sparlab::algos::sketches {

struct CountSketchOptions {
  std::uint64_t rows = 1;     ///< r, odd
  std::uint64_t columns = 1;  ///< c, at least 1
  std::uint64_t seed = 0;     ///< the same on all ranks whose sketches are added
};

/// A linear sketch of a vector: r rows of c cells, S[j, h_j(i)] += s_j(i) * x(i). Sketches with
/// equal options add cell by cell to the sketch of the sum.
///
/// Estimates are unbiased over seeds: an error and its negative are equally likely, and the median
/// of an odd number of rows treats them alike. (The lower median of an even number does not, so
/// even r is refused.) With r = 1 their total squared error is (n-1)/c times the squared norm of
/// the n nonzeros, about 1/lambda. At the recommended lambda = 1/2 the error is twice the signal,
/// so the sketch is not a delta-compressor, contrary to Theorem 2 of S2 Reducer. On an interval of
/// indices the expectation is dominated by a few seeds with very many collisions; most seeds do
/// better.
///
/// Cost: r hashes an update or estimate. Source: Charikar, Chen and Farach-Colton, ICALP'02; Ge et
/// al., S2 Reducer.
template <class Value>
class CountSketch {
 public:
  /// Throws std::invalid_argument, which names the option.
  explicit CountSketch(const CountSketchOptions& options);

  const CountSketchOptions& options() const { return options_; }

  /// Adds `value` at `index`, which is below 2^61 - 1.
  void add(std::uint64_t index, Value value);
  /// Adds values[i] at first_index + i, except zeros.
  void add(std::span<const Value> values, std::uint64_t first_index);

  /// Adds another sketch. Throws std::invalid_argument unless its options are equal.
  void merge(const CountSketch& other);

  /// Median over the rows; NaN if the estimate of a row is NaN.
  Value estimate(std::uint64_t index) const;

  /// r * c cells, row by row: what the ranks allreduce. Clear a sketch before reusing it.
  std::span<const Value> cells() const { return cells_; }
  std::span<Value> mutable_cells() { return cells_; }
  void clear();

 private:
  CountSketchOptions options_;
  std::vector<RowHash> hashes_;
  std::vector<Value> cells_;
};

}  // namespace sparlab::algos::sketches
