#pragma once

#include <cstdint>
#include <limits>

#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/reused_threshold.hpp"
#include "algos/streams/state_archive.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::oktopk {

/// Selects the entries that a rank sends: Ok-Topk's step 1. It involves no communication.
///
/// Shape   an evaluating call: the top k of the nonzeros; others: all nonzeros of at least the last
///         threshold, in any number. form=published: those strictly above it, also in evaluating
///         calls. A threshold that cannot separate entries (zero, infinite, NaN) is evaluated
///         again. Charges `select` for the entries held, once for each pass over them.
/// The expected selection of a counted stream is k entries in every call.
class LocalThreshold {
 public:
  explicit LocalThreshold(const model::OktopkParameters& parameters);

  Stream select(runtime::Comm& comm, const Stream& accumulated, std::uint64_t k, bool evaluate);
  void transfer_state(StateArchive& archive) { archive.transfer(threshold_); }

 private:
  template <class Value, class Index>
  SparseStream<Value, Index> select(runtime::Comm& comm,
                                    const SparseStream<Value, Index>& accumulated, std::uint64_t k,
                                    bool evaluate);

  selectors::ReusedThreshold threshold_;
};

/// Selects the sums that owners keep: the threshold of Ok-Topk's steps 4 and 5. It is equal on all
/// ranks, because they evaluate it on the same entries and update it with the same total.
///
/// Each member charges `select` for the entries that it reads. Of counted streams, it keeps the
/// same share of the sums as in the last evaluation.
class GlobalThreshold {
 public:
  explicit GlobalThreshold(const model::OktopkParameters& parameters);

  /// The k-th largest magnitude of `whole`, which is coo; 0 if it holds fewer entries.
  void evaluate(runtime::Comm& comm, const Stream& whole, std::uint64_t k);

  /// The entries of a coo stream that are kept. Corrected form: in a call that evaluates the
  /// threshold (`exact`), the top k of `whole`, ties broken by the lower index; in other calls the
  /// nonzeros of at least the threshold. Published form: always those strictly above it, k-1
  /// entries, fewer with ties; without regather the top k of `whole` in a call that evaluates.
  Stream keep(runtime::Comm& comm, const Stream& stream, bool exact) const;

  /// The number of entries of `whole` that the evaluating call keeps.
  double kept_of_all() const { return kept_of_all_; }

  /// Adapts the threshold after a call that kept `kept` entries in all, of streams of this type.
  void follow(StreamType type, double kept);

  /// Whether the next call must evaluate because scaling cannot move the threshold: it is zero if
  /// the last evaluation saw fewer than k sums. Published form: never.
  bool separates_nothing() const { return !strict_ && !scalable_; }

  void transfer_state(StateArchive& archive) {
    archive.transfer(k_, kept_of_all_, key_, last_tie_, scalable_, share_);
  }

 private:
  template <class Value, class Index>
  void find(const SparseStream<Value, Index>& whole);
  void find(const CountedStream& whole);
  template <class Value, class Index>
  SparseStream<Value, Index> kept_of(const SparseStream<Value, Index>& stream, bool exact) const;
  CountedStream kept_of(const CountedStream& stream, bool exact) const;
  template <class Value>
  bool keeps(Value value, std::uint64_t index, bool exact) const;
  template <class Value>
  void set(selectors::MagnitudeKey<Value> key);

  selectors::ThresholdFeedback feedback_;
  bool strict_;           ///< in calls that reuse the threshold
  bool strict_at_first_;  ///< in calls that evaluate it
  std::uint64_t k_ = 0;
  double kept_of_all_ = 0;
  std::int64_t key_ = 0;  ///< MagnitudeKey of the threshold, for values of the streams' type
  /// The last of the entries in the top k whose magnitude equals the threshold.
  std::uint64_t last_tie_ = std::numeric_limits<std::uint64_t>::max();
  bool scalable_ = false;  ///< the threshold separates entries
  double share_ = 1;       ///< of counted sums that are kept
};

}  // namespace sparlab::algos::oktopk
