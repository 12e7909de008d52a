#pragma once

#include <cstdint>

#include "algos/quantizers/sign_mean.hpp"
#include "algos/selectors/reused_threshold.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/parameters/redsync.hpp"

/// RedSync's selection of the entries to send. For counted streams, its expected size: see
/// model::redsync_expected_choice.
namespace sparlab::algos {

/// Selects the largest entries of one vector that changes slowly from call to call.
template <class Stream>
class RedsyncSelection;

template <class Value, class Index>
class RedsyncSelection<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  /// A threshold found by a search is used for `reuse` calls; the published form searches in each
  /// call.
  RedsyncSelection(model::RedsyncForm form, std::uint64_t reuse);

  /// By `path`: the k largest entries of `held` (trimmed), k to 2k of them in a call that searches,
  /// or those above the last threshold. A coo stream with k entries or fewer is returned whole,
  /// free of charge; otherwise charges `select` for the entries held. Zeros of a dense stream are
  /// not entries. k > 0.
  Stream choose(runtime::Comm& comm, const Stream& held, std::uint64_t k, model::RedsyncPath path);
  void transfer_state(StateArchive& archive) { archive.transfer(reused_); }

 private:
  template <class Position>
  selectors::Selection<Value, Position> select(selectors::DenseBlock<Value> block, std::uint64_t k,
                                               model::RedsyncPath path,
                                               std::uint64_t implicit_zeros);

  model::RedsyncForm form_;
  selectors::ReusedThreshold<Value> reused_;
};

template <>
class RedsyncSelection<CountedStream> {
 public:
  RedsyncSelection(model::RedsyncForm, std::uint64_t) {}
  CountedStream choose(runtime::Comm& comm, const CountedStream& held, std::uint64_t k,
                       model::RedsyncPath path);
  void transfer_state(StateArchive&) {}
};

/// The entries of one sign as a coo stream; charges `select` for the entries held. For a counted
/// stream, half of them.
template <class Value, class Index>
SparseStream<Value, Index> entries_of_sign(runtime::Comm& comm,
                                           const SparseStream<Value, Index>& held,
                                           quantizers::Sign sign);
CountedStream entries_of_sign(runtime::Comm& comm, const CountedStream& held,
                              quantizers::Sign sign);

/// The k largest values (Sign::positive) or the k smallest, regardless of sign, as a coo stream.
/// Among equal values, those with lower indices; NaN comes first. All values of a dense stream
/// count. Charges `select` for the entries held.
template <class Value, class Index>
SparseStream<Value, Index> extreme_values(runtime::Comm& comm,
                                          const SparseStream<Value, Index>& held,
                                          quantizers::Sign sign, std::uint64_t k);
CountedStream extreme_values(runtime::Comm& comm, const CountedStream& held, quantizers::Sign sign,
                             std::uint64_t k);

}  // namespace sparlab::algos
