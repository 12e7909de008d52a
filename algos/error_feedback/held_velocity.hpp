#pragma once

#include "algos/error_feedback/held_back.hpp"

namespace sparlab::algos::error_feedback {

struct MomentumOptions {
  double momentum = 0.9;  ///< m, in [0, 1)
  bool nesterov = false;
};

/// RedSync's momentum correction: the residual accumulates the velocity U instead of the gradient,
/// so that entries that are sent late include their momentum. U belongs to one rank and covers the
/// whole range; the paper's V is the HeldBack of that rank. Without momentum this class returns its
/// input and holds no state. This is local bookkeeping: no work is charged.
///
/// Source  Fang and Hsieh, RedSync, Algorithm 4; Lin et al., Deep Gradient Compression, ICLR'18.
template <class Stream>
class HeldVelocity;

template <class Value, class Index>
class HeldVelocity<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  explicit HeldVelocity(const MomentumOptions& options) : options_(options) {}

  /// U = m U + gradient. Returns the term that V accumulates: U, or with Nesterov U + gradient.
  Stream advance(Stream gradient);
  /// Momentum factor masking: clears U at the entries of `sent`, since stale momentum would
  /// otherwise keep moving them.
  void mask(const Stream& sent);
  void transfer_state(StateArchive& archive) { archive.transfer(decayed_); }

 private:
  MomentumOptions options_;
  HeldBack<Stream> decayed_;  ///< m U
};

/// Counted streams have no velocity: an input represents the velocity of a gradient.
template <>
class HeldVelocity<CountedStream> {
 public:
  explicit HeldVelocity(const MomentumOptions&) {}
  CountedStream advance(CountedStream gradient) const { return gradient; }
  void mask(const CountedStream&) const {}
  void transfer_state(StateArchive&) {}
};

}  // namespace sparlab::algos::error_feedback
