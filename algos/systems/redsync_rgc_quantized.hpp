#pragma once

#include <cstdint>

#include "algos/error_feedback/held_velocity.hpp"
#include "algos/reducer.hpp"
#include "algos/systems/redsync_selection.hpp"

namespace sparlab::algos {

/// RedSync's quantized RGC: as redsync_rgc, but the selected entries have one sign, positive and
/// negative in turns, and travel as their indices and their mean. Thresholds are not reused.
///
/// Every selected entry becomes the mean of its rank's selection, and is not held back: mass is
/// conserved only in aggregate (the sum of all values of inputs = of results + residuals, without
/// momentum and up to the rounding of the means), not entry by entry.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections, at most k entries a
///         rank, fewer if it holds fewer of that sign (zeros have none, NaN has both and makes the
///         mean NaN). k = 0: all of that sign. A threshold search gives k to 2k.
///         The published form sends the k largest, or smallest, values even if they mix signs.
/// Cost    ceil(log2 P) messages of (P-1)(k+2) words. How many entries have a sign depends on
///         values: costs count the half.
/// Errors  ParameterError for other operations than the sum. A message has no N in it: ranks that
///         disagree on N are told only where an index exceeds it, or where a dense reduction does.
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
