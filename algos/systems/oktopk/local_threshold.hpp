#pragma once

#include <cstdint>

#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/reused_threshold.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::oktopk {

/// Selects the entries that a rank sends: Ok-Topk's step 1. It involves no communication.
///
/// Shape   an evaluating call: the top k of the nonzeros; others: all nonzeros of at least the last
///         threshold, in any number. form=published: those strictly above it, also in evaluating
///         calls. A threshold that cannot separate entries (zero, infinite, NaN) is evaluated
///         again. Charges `select` for the entries held, once for each pass over them.
template <class Stream>
class LocalThreshold;

template <class Value, class Index>
class LocalThreshold<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  explicit LocalThreshold(const model::OktopkParameters& parameters);

  Stream select(runtime::Comm& comm, const Stream& accumulated, std::uint64_t k, bool evaluate);
  void transfer_state(StateArchive& archive) { archive.transfer(threshold_); }

 private:
  selectors::ReusedThreshold<Value> threshold_;
};

/// The expected selection is k entries in every call.
template <>
class LocalThreshold<CountedStream> {
 public:
  explicit LocalThreshold(const model::OktopkParameters&) {}

  CountedStream select(runtime::Comm& comm, const CountedStream& accumulated, std::uint64_t k,
                       bool /*evaluate*/) const {
    return top_k(comm, accumulated, k);
  }
  void transfer_state(StateArchive&) {}
};

}  // namespace sparlab::algos::oktopk
