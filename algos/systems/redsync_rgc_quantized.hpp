#pragma once

#include <cstdint>

#include "algos/error_feedback/held_velocity.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/systems/redsync_selection.hpp"

namespace sparlab::algos {

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
template <class Stream>
class RedsyncRgcQuantized final : public Reducer<Stream> {
 public:
  RedsyncRgcQuantized(const model::RedsyncRgcQuantizedParameters& parameters,
                      const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override {
    archive.transfer(velocity_, held_, selection_, calls_);
  }

 private:
  Stream choose(runtime::Comm& comm, const Stream& accumulated, quantizers::Sign sign,
                model::RedsyncPath path);

  model::RedsyncRgcQuantizedParameters parameters_;
  AllreduceOptions<Stream> options_;
  error_feedback::HeldVelocity<Stream> velocity_;
  error_feedback::HeldBack<Stream> held_;
  RedsyncSelection<Stream> selection_;
  std::uint64_t calls_ = 0;
};

}  // namespace sparlab::algos
