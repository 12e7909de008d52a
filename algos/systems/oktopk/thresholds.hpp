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

/// Selects the sums that owners keep: the threshold of Ok-Topk's steps 4 and 5. It is equal on all
/// ranks, because they evaluate it on the same entries and update it with the same total.
///
/// Each member charges `select` for the entries that it reads.
template <class Stream>
class GlobalThreshold;

template <class Value, class Index>
class GlobalThreshold<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

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

  /// Adapts the threshold after a call that kept `kept` entries in all.
  void follow(double kept);

  /// Whether the next call must evaluate because scaling cannot move the threshold: it is zero if
  /// the last evaluation saw fewer than k sums. Published form: never.
  bool separates_nothing() const;

  void transfer_state(StateArchive& archive) {
    archive.transfer(k_, kept_of_all_, key_, last_tie_);
  }

 private:
  void find_threshold(const Stream& whole);
  bool keeps(Value value, Index index, bool exact) const;

  selectors::ThresholdFeedback feedback_;
  bool strict_;           ///< in calls that reuse the threshold
  bool strict_at_first_;  ///< in calls that evaluate it
  std::uint64_t k_ = 0;
  double kept_of_all_ = 0;
  selectors::MagnitudeKey<Value> key_ = 0;  ///< of the threshold
  /// The last of the entries in the top k whose magnitude equals the threshold.
  std::uint64_t last_tie_ = std::numeric_limits<std::uint64_t>::max();
};

/// Keeps the same share of the sums as the last evaluation.
template <>
class GlobalThreshold<CountedStream> {
 public:
  explicit GlobalThreshold(const model::OktopkParameters& parameters)
      : corrected_(parameters.form == model::OktopkForm::corrected) {}

  void evaluate(runtime::Comm& comm, const CountedStream& whole, std::uint64_t k);
  CountedStream keep(runtime::Comm& comm, const CountedStream& stream, bool exact) const;
  double kept_of_all() const { return kept_of_all_; }
  void follow(double /*kept*/) {}
  bool separates_nothing() const { return corrected_ && fewer_than_k_; }
  void transfer_state(StateArchive& archive) {
    archive.transfer(fewer_than_k_, kept_of_all_, share_);
  }

 private:
  bool corrected_;
  bool fewer_than_k_ = true;
  double kept_of_all_ = 0;
  double share_ = 1;
};

}  // namespace sparlab::algos::oktopk
