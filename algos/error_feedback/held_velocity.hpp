#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/error_feedback/momentum_correction.hpp"

namespace sparlab::algos::error_feedback {

/// Momentum correction (momentum_correction.hpp) for streams: the velocity U of one rank over the
/// whole range, of which HeldBack takes the place of V. Without momentum it is transparent and
/// holds nothing. Local bookkeeping: no work is charged.
template <class Stream>
class HeldVelocity;

template <class Value, class Index>
class HeldVelocity<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  explicit HeldVelocity(const MomentumOptions& options) : options_(options) {}

  /// U = m U + gradient. Returns what V takes: U, or with Nesterov U + gradient.
  Stream advance(Stream gradient);
  /// Momentum factor masking: clears U at the entries of `sent`.
  void mask(const Stream& sent);

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
};

}  // namespace sparlab::algos::error_feedback
