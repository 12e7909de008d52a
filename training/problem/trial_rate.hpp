#pragma once

#include "training/problem/problem.hpp"

namespace sparlab::training {

/// A learning rate for SGD from zero weights, found as svmsgd does: SGD goes once over about 1,000
/// samples of the whole file in mini-batches, for rates that double until the loss of these samples
/// gets worse three times in a row; the best one counts. The first rate is
/// 1 / (largest curvature of the loss * mean of |x|^2), with which full gradient steps never raise
/// the loss; the hinge loss counts as curvature 1. At most 1 / l2.
/// Source  Bottou, Stochastic Gradient Descent Tricks, 2012.
double trial_rate(const Problem& problem, const inputs::Samples& samples);

}  // namespace sparlab::training
