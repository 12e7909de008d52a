#pragma once

#include <cstdint>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "experiments/inputs/input.hpp"

namespace sparlab::experiments {

/// A sum of sparse vectors in double precision, stored as entries; zeros of dense streams are not
/// stored.
class EntrySum {
 public:
  /// O(total entries of both) time.
  template <class Value, class Index>
  void add(const algos::SparseStream<Value, Index>& stream);
  void add(const inputs::Entries& entries);

  /// Subtracts `other` times `factor`.
  void subtract(const EntrySum& other, double factor = 1);
  void scale(double factor);

  double norm_1() const;
  double norm_2() const;

 private:
  /// at(i) returns entry i of `count`, in the order of their indices.
  template <class EntryAt>
  void merge(std::uint64_t count, EntryAt at);

  std::vector<std::uint64_t> indices_;  ///< increasing strictly
  std::vector<double> values_;
};

}  // namespace sparlab::experiments
