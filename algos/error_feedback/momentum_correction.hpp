#pragma once

#include <span>

namespace sparlab::algos::error_feedback {

struct MomentumOptions {
  double momentum = 0.9;  ///< m, in [0, 1)
  bool nesterov = false;
};

/// RedSync's momentum correction: what is accumulated is the velocity U, not the gradient, so that
/// entries sent late have taken part in the momentum:  U = m U + g,  V += U  (Nesterov: V += U +
/// g). Momentum factor masking: what is sent is cleared in V and in U, or stale momentum would
/// carry it further. Source: Fang and Hsieh, RedSync, Algorithm 4; Lin et al., Deep Gradient
/// Compression, ICLR'18.
template <class Value, class Index>
class MomentumCorrection {
 public:
  /// Works on U and V of the caller, of equal length, which outlive this object. Throws
  /// std::invalid_argument if momentum is not in [0, 1).
  MomentumCorrection(std::span<Value> velocity, std::span<Value> residual,
                     const MomentumOptions& options);

  void accumulate(std::span<const Value> gradient);
  /// Clears U and V at what was sent; indices below the length.
  void mask(std::span<const Index> sent);

 private:
  std::span<Value> velocity_;
  std::span<Value> residual_;
  Value momentum_;
  bool nesterov_;
};

}  // namespace sparlab::algos::error_feedback
