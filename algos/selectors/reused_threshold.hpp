#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"
#include "algos/streams/state_archive.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::selectors {

using model::ThresholdFeedback;

enum class ReuseForm : unsigned char {
  /// An evaluating call returns the exact top k, other calls the nonzeros of at least the
  /// threshold. A threshold that cannot be scaled (zero, denormal, infinite, NaN) is evaluated
  /// again.
  corrected,
  /// As in Ok-Topk's code: always the entries strictly above the threshold, so that an evaluating
  /// call returns k - 1 entries, fewer with ties, and none if all magnitudes are equal.
  published,
};

enum class ThresholdSource : unsigned char { exact_top_k, threshold_search };

struct ReuseOptions {
  std::uint64_t k = 1;
  std::uint64_t period = 32;  ///< calls from one evaluation to the next: tau', >= 1. RedSync: 5
  ThresholdSource source = ThresholdSource::exact_top_k;  ///< RedSync: threshold_search
  ThresholdFeedback feedback = model::oktopk_local_feedback(model::FeedbackRule::vgg);
  ReuseForm form = ReuseForm::corrected;
};

/// Threshold selection for a vector that changes slowly from call to call: the threshold is
/// evaluated every `period` calls and reused, with feedback, between them.
///
/// Shape   Evaluating calls: see ReuseForm, or threshold_search. Others: any number of entries,
///         close to k as long as the vector changes slowly. k = 0 selects nothing. After a
///         threshold of NaN (k NaNs) the next call evaluates.
/// Cost    An evaluating call costs as much as its source; others one pass, and one for each trial.
/// Source  Li and Hoefler, PPoPP'22, Algorithm 1 (Ok-Topk); Fang and Hsieh, RedSync, section 5.
class ReusedThreshold {
 public:
  explicit ReusedThreshold(const ReuseOptions& options) : options_(options) {}

  /// Values are of one type in all calls.
  template <class Index, class Value>
  Selection<Value, Index> select(DenseBlock<Value> block);

  /// From the next call on, k is another one.
  void aim_at(std::uint64_t k) { options_.k = k; }
  /// The next call evaluates, and a new period begins.
  void restart() { calls_since_ = 0; }

  /// What the next call will use unless it evaluates.
  double threshold() const { return threshold_; }
  /// True if the next call evaluates.
  bool due() const;

  /// Everything except k, which the next call sets again.
  void transfer_state(StateArchive& archive) {
    archive.transfer(calls_since_, threshold_, scalable_);
  }

 private:
  template <class Index, class Value>
  Selection<Value, Index> evaluate(DenseBlock<Value> block);
  template <class Value>
  void try_at_once(DenseBlock<Value> block, std::uint64_t& passes);
  template <class Value>
  void set(Value threshold);
  template <class Value>
  void scale(double factor);
  double factor_after(std::uint64_t chosen) const;

  ReuseOptions options_;
  std::uint64_t calls_since_ = 0;  ///< since the last evaluation, that call included; 0 before it
  double threshold_ = 0;           ///< a number of the values' type
  bool scalable_ = false;          ///< not zero, denormal, infinite or NaN in this type
};

}  // namespace sparlab::algos::selectors
