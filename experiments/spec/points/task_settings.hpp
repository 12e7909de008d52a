#pragma once

#include <string>

#include "experiments/spec/points/settings.hpp"

/// What ranks run instead of a single allreduce: a step of a workload, or a training run.
namespace sparlab::experiments {

Setting step_setting();
Setting training_setting();

/// "exponential:5%", which reads back to the same delays; empty for none.
std::string stragglers_text(const runtime::loggp::Delays& delays);

}  // namespace sparlab::experiments
