#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "inputs/sources/input.hpp"

namespace sparlab::experiments::run {

/// A sum of sparse vectors in double precision, stored as entries; zeros are not stored.
///
/// Cost    of n vectors with m entries in all: O(m log n).
class EntrySum {
 public:
  template <class Value, class Index>
  void add(const algos::SparseStream<Value, Index>& stream);
  void add(const inputs::Entries& entries);

  /// Subtracts `other` times `factor`.
  void subtract(const EntrySum& other, double factor = 1);
  void scale(double factor);

  double norm_1() const;
  double norm_2() const;

 private:
  /// Entries by indices that increase strictly.
  struct Run {
    std::vector<std::uint64_t> indices;
    std::vector<double> values;
  };
  /// at(i) returns entry i of `count`, in the order of their indices.
  template <class EntryAt>
  void add_run(std::uint64_t count, EntryAt at);
  void add_last_to_the_one_before() const;
  /// All runs as one.
  const Run& whole() const;

  /// Their sum is what this object holds. Each has more than twice the entries of the next one.
  mutable std::vector<Run> runs_;
};

/// The sum of all ranks' inputs in double precision, computed serially without the code under test.
/// Results of collectives are checked against it.
class SerialSum {
 public:
  /// Uses the first `ranks` ranks of `input`. O(P k) memory.
  SerialSum(const inputs::Input& input, std::uint64_t ranks);

  /// Returns the first difference, or nullopt if `result` is the sum. It must hold each index of
  /// the union (coo: no others), with equal values where sums are exact, and otherwise within P
  /// roundings of the sum of magnitudes. O(P k + range of a dense result) time. With `lacks_zeros`,
  /// the result may lack indices at which the sum is 0.
  template <class Value, class Index>
  std::optional<std::string> difference(const algos::SparseStream<Value, Index>& result,
                                        bool lacks_zeros = false) const;

  /// The number of entries of the union.
  std::uint64_t nnz() const;

 private:
  struct Window;
  /// Calls visit(window) for consecutive windows of the universe that hold entries, in order; if
  /// `visit_empty`, also for the others. Stops when visit returns false.
  template <class Visit>
  void for_each_window(bool visit_empty, Visit visit) const;

  std::uint64_t universe_;
  bool exact_;
  std::vector<inputs::Entries> inputs_;
};

}  // namespace sparlab::experiments::run
