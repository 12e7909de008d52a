#pragma once

#include <cstdint>
#include <span>

namespace sparlab::algos::error_feedback {

/// Scales a rank's gradient, before it is accumulated, to a Euclidean norm of at most threshold *
/// ranks^(-1/2). The sum of uncorrelated gradients over the ranks then has a norm of about the
/// threshold. Returns the factor, or 1 if the gradient is unchanged.
///
/// A gradient with an infinity or NaN is not changed: clipping must not hide it. Throws
/// std::invalid_argument unless threshold is positive and finite and ranks > 0. Source: Fang and
/// Hsieh, RedSync, section on RNNs; Lin et al., Deep Gradient Compression, ICLR'18.
template <class Value>
Value clip_locally(std::span<Value> gradient, double threshold, std::uint64_t ranks);

}  // namespace sparlab::algos::error_feedback
