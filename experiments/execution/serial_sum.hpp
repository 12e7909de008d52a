#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "experiments/inputs/input.hpp"

namespace sparlab::experiments {

/// The sum of all ranks' inputs, computed serially in double precision without any of the code
/// under test; results of collectives are checked against it.
class SerialSum {
 public:
  /// Takes the first `ranks` ranks of `input`. O(P k) memory.
  SerialSum(const inputs::Input& input, std::uint64_t ranks);

  /// Nothing if `result` is the sum: it holds each index of the union (coo: no other one), equal
  /// where sums are exact, else within P roundings of the sum of magnitudes. Otherwise what differs
  /// first. O(P k + range of a dense result) time.
  template <class Value, class Index>
  std::optional<std::string> difference(const algos::SparseStream<Value, Index>& result) const;

  /// Entries of the union.
  std::uint64_t nnz() const;

 private:
  struct Window;
  /// Calls visit(window) for consecutive windows of the universe that hold entries, in order, and
  /// for all others too if `visit_empty`. Stops when visit returns false.
  template <class Visit>
  void for_each_window(bool visit_empty, Visit visit) const;

  std::uint64_t universe_;
  bool exact_;
  std::vector<inputs::Entries> inputs_;
};

}  // namespace sparlab::experiments
