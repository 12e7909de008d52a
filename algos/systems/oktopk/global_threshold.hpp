#pragma once

#include <cstdint>
#include <limits>

#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/reused_threshold.hpp"
#include "algos/state_archive.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::oktopk {

/// What owners keep of the sums: the threshold of Ok-Topk's steps 4 and 5. All ranks hold the same
/// one, because they evaluate it on the same entries and follow the same total.
///
/// Each member charges `select` for the entries that it looks at.
template <class Stream>
class GlobalThreshold;

template <class Value, class Index>
class GlobalThreshold<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  explicit GlobalThreshold(const model::OktopkParameters& parameters);

  /// The k-th largest magnitude of `whole`, which is coo; 0 if it holds fewer entries.
  void evaluate(runtime::Comm& comm, const Stream& whole, std::uint64_t k);

  /// The entries of a coo stream that are kept. Corrected: in the call that evaluated (`exact`) the
  /// top k of `whole`, ties by the lower index; in others the nonzeros of at least the threshold.
  /// Published: always those strictly above it, k-1 entries, with ties fewer; without regather the
  /// top k of `whole` in the call that evaluated.
  Stream keep(runtime::Comm& comm, const Stream& stream, bool exact) const;

  /// How many entries of `whole` the call that evaluated keeps.
  double kept_of_all() const { return kept_of_all_; }

  /// Feedback on a call that kept `kept` entries in all.
  void follow(double kept);

  /// Whether the next call must evaluate, as no factor moves the threshold: it is zero where the
  /// last evaluation saw fewer than k sums. Published: never.
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
  /// Of the entries whose magnitude is the threshold, the last one of the top k.
  std::uint64_t last_tie_ = std::numeric_limits<std::uint64_t>::max();
};

/// Keeps the share of the sums that the last evaluation kept.
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
