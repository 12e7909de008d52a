#pragma once

#include <cstdint>
#include <span>

namespace sparlab::algos::error_feedback {

/// Scales a rank's gradient, before it is accumulated, to a Euclidean norm of at most
/// threshold * ranks^(-1/2): then the sum over ranks of uncorrelated gradients has a norm of about
/// the threshold. Returns the factor, 1 if nothing was done.
///
/// A gradient with an infinity or NaN stays as it is: clipping must not hide it. Throws
/// std::invalid_argument unless threshold is positive and finite and ranks > 0.
/// Source: Fang and Hsieh, RedSync, section on RNNs; Lin et al., Deep Gradient Compression,
/// ICLR'18.
template <class Value>
Value clip_locally(std::span<Value> gradient, double threshold, std::uint64_t ranks);

}  // namespace sparlab::algos::error_feedback
