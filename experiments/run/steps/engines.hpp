#pragma once

#include "experiments/run/steps/step_plan.hpp"
#include "experiments/run/steps/step_times.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments::run::steps {

/// The exchanges take the times of their formulas, one after the other in the order in which they
/// become ready. All ranks are alike.
StepResult step_by_model(const StepPlan& plan, const platforms::PlatformFile& platform);

/// Every rank runs the code of the exchanges, with counted streams, on the machine `hockney` of the
/// platform. Deterministic.
/// Errors  runtime::CommError.
StepResult step_on_loggp(const StepPlan& plan, const platforms::PlatformFile& platform);

/// As by model, but the exchanges take the times that the workload recorded.
/// Contract: all exchanges have one.
StepResult step_as_recorded(const StepPlan& plan);

}  // namespace sparlab::experiments::run::steps
