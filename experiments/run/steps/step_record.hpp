#pragma once

#include "experiments/run/steps/step_plan.hpp"
#include "experiments/run/steps/step_times.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::run::steps {

/// The record of a point that is a step: its time, how it divides, and what the slowest rank did,
/// if the point asks for that.
Record step_record(const Point& point, const workloads::Workload& workload, const StepPlan& plan,
                   const StepResult& result);

}  // namespace sparlab::experiments::run::steps
