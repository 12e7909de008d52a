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
/// input and holds no state. So it does for counted streams: an input represents the velocity of a
/// gradient. This is local bookkeeping: no work is charged.
///
/// Source  Fang and Hsieh, RedSync, Algorithm 4; Lin et al., Deep Gradient Compression, ICLR'18.
class HeldVelocity {
 public:
  explicit HeldVelocity(const MomentumOptions& options) : options_(options) {}

  /// U = m U + gradient. Returns the term that V accumulates: U, or with Nesterov U + gradient.
  Stream advance(Stream gradient);
  /// Momentum factor masking: clears U at the entries of `sent`, since stale momentum would
  /// otherwise keep moving them.
  void mask(const Stream& sent);
  void transfer_state(StateArchive& archive) { archive.transfer(decayed_); }

 private:
  MomentumOptions options_;
  HeldBack decayed_;  ///< m U
};

}  // namespace sparlab::algos::error_feedback
