#pragma once

#include "algos/error_feedback/held_back.hpp"

namespace sparlab::algos::error_feedback {

struct MomentumOptions {
  double momentum = 0.9;  ///< m, in [0, 1)
  bool nesterov = false;
};

/// RedSync's momentum correction: what is accumulated is the velocity U, not the gradient, so that
/// entries sent late have taken part in the momentum. U is one rank's, over the whole range; its
/// HeldBack is what the paper calls V. Without momentum it is transparent and holds nothing. Local
/// bookkeeping: no work is charged.
///
/// Source  Fang and Hsieh, RedSync, Algorithm 4; Lin et al., Deep Gradient Compression, ICLR'18.
template <class Stream>
class HeldVelocity;

template <class Value, class Index>
class HeldVelocity<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  explicit HeldVelocity(const MomentumOptions& options) : options_(options) {}

  /// U = m U + gradient. Returns what V takes: U, or with Nesterov U + gradient.
  Stream advance(Stream gradient);
  /// Momentum factor masking: clears U at the entries of `sent`, or stale momentum would carry them
  /// further.
  void mask(const Stream& sent);
  void transfer_state(StateArchive& archive) { archive.transfer(decayed_); }

 private:
  MomentumOptions options_;
  HeldBack<Stream> decayed_;  ///< m U
};

/// Counted streams have no velocity: an input stands for what it would make of a gradient.
template <>
class HeldVelocity<CountedStream> {
 public:
  explicit HeldVelocity(const MomentumOptions&) {}
  CountedStream advance(CountedStream gradient) const { return gradient; }
  void mask(const CountedStream&) const {}
  void transfer_state(StateArchive&) {}
};

}  // namespace sparlab::algos::error_feedback
