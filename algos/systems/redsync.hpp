#pragma once

#include <cstdint>
#include <type_traits>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/quantizers/sign_mean.hpp"
#include "algos/selectors/reused_threshold.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/contract.hpp"
#include "model/parameters/redsync.hpp"

namespace sparlab::algos {

/// Selects the largest entries of one vector that changes slowly from call to call. For counted
/// streams, the expected number of them: see model::redsync_expected_choice.
class RedsyncSelection {
 public:
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
  template <class Position, class Value>
  selectors::Selection<Value, Position> select(selectors::DenseBlock<Value> block, std::uint64_t k,
                                               model::RedsyncPath path,
                                               std::uint64_t implicit_zeros);
  template <class Value, class Index>
  SparseStream<Value, Index> chosen_of(const SparseStream<Value, Index>& held, std::uint64_t k,
                                       model::RedsyncPath path);
  CountedStream chosen_of(const CountedStream& held, std::uint64_t k, model::RedsyncPath path);

  model::RedsyncForm form_;
  selectors::ReusedThreshold reused_;
};

/// RedSync's residual gradient compression (RGC): every rank selects its largest entries of input +
/// residual, gathers the selections of all ranks in one message each, and adds them up locally. A
/// vector below `dense_below` bytes is reduced densely, by Rabenseifner's algorithm, without a
/// residual.
///
/// The sum of the selections is exact, and entries that are not selected are held back: without
/// momentum mass is conserved. With momentum the residual accumulates velocities U = m U + input,
/// which are cleared where entries were sent. In each call, result + residuals = former residuals +
/// velocities. A dense reduction sums the velocities and clears nothing.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections. k = 0: nothing is
///         left out. Trimmed top-k selects k entries, a threshold search k to 2k, a reused
///         threshold any number. For the last two, counts depend on values, and costs assume k / ln
///         2.
/// Cost    ceil(log2 P) messages; (P-1)(2k+1) words, where the header of the stream is the length
///         word. Dense: see algos/collectives/collectives.hpp.
/// Errors  ParameterError for any operation other than the sum.
/// Source  Fang and Hsieh, RedSync, Algorithms 1 to 5. Its selectors use the moments of the whole
///         vector; for a coo stream, the corrected search starts from the mean of its entries.
class RedsyncRgc final : public Reducer {
 public:
  RedsyncRgc(const model::RedsyncRgcParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  /// The first call, too, does what the others do: expected counts do not tell searches from reuse.
  std::uint64_t identical_calls() const override { return counted_ ? kAllCalls : 0; }
  void skip_calls(std::uint64_t calls) override { SPARLAB_EXPECTS(calls <= identical_calls()); }
  void transfer_state(StateArchive& archive) override {
    archive.transfer(velocity_, held_, selection_);
  }

 private:
  model::RedsyncRgcParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldVelocity velocity_;
  error_feedback::HeldBack held_;
  RedsyncSelection selection_;
  bool counted_ = false;  ///< the last input was
};

/// RedSync's quantized RGC: like redsync_rgc, but the selected entries have one sign, alternately
/// positive and negative, and are sent as their indices and their mean. Thresholds are not reused.
///
/// Every selected entry is replaced by the mean of its rank's selection, and the difference is not
/// held back. Mass is therefore conserved only in aggregate, not entry by entry: the sum of all
/// values of the inputs equals that of the results + residuals, without momentum and up to the
/// rounding of the means.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections, at most k entries a
///         rank, fewer if it holds fewer of that sign (zeros have none; NaN has both and makes the
///         mean NaN). k = 0: all of that sign. A threshold search selects k to 2k. The published
///         form sends the k largest, or smallest, values even if their signs differ.
/// Cost    ceil(log2 P) messages of (P-1)(k+2) words. The number of entries with a sign depends on
///         the values: costs assume half of them.
/// Errors  ParameterError for any operation other than the sum. A message does not contain N: a
///         disagreement on N is only found if an index exceeds it, or by a dense reduction.
/// Source  Fang and Hsieh, RedSync, section on quantization and Algorithm 5.
class RedsyncRgcQuantized final : public Reducer {
 public:
  RedsyncRgcQuantized(const model::RedsyncRgcQuantizedParameters& parameters,
                      const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override {
    archive.transfer(velocity_, held_, selection_, calls_);
  }

 private:
  Stream choose(runtime::Comm& comm, const Stream& accumulated, quantizers::Sign sign,
                model::RedsyncPath path);

  model::RedsyncRgcQuantizedParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldVelocity velocity_;
  error_feedback::HeldBack held_;
  RedsyncSelection selection_;
  std::uint64_t calls_ = 0;
};

}  // namespace sparlab::algos
