#pragma once

#include "algos/error_feedback/held_velocity.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/systems/redsync_selection.hpp"

namespace sparlab::algos {

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
///         word. Dense: see dense_rabenseifner.hpp.
/// Errors  ParameterError for any operation other than the sum.
/// Source  Fang and Hsieh, RedSync, Algorithms 1 to 5. Its selectors use the moments of the whole
///         vector; for a coo stream, the corrected search starts from the mean of its entries.
template <class Stream>
class RedsyncRgc final : public Reducer<Stream> {
 public:
  RedsyncRgc(const model::RedsyncRgcParameters& parameters,
             const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override {
    archive.transfer(velocity_, held_, selection_);
  }

 private:
  model::RedsyncRgcParameters parameters_;
  AllreduceOptions<Stream> options_;
  error_feedback::HeldVelocity<Stream> velocity_;
  error_feedback::HeldBack<Stream> held_;
  RedsyncSelection<Stream> selection_;
};

}  // namespace sparlab::algos
