#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "platforms/files/platform_file.hpp"
#include "workloads/steps/step_plan.hpp"
#include "workloads/steps/step_times.hpp"

namespace sparlab::workloads {

/// How the time of a step is found.
enum class StepEngine : std::uint8_t { model, loggp, recorded };

/// Everything about an engine. One for MPI would run the same plan.
struct StepEngineInfo {
  StepEngine engine;
  std::string_view name;
  StepResult (*run)(const StepPlan& plan, const platforms::PlatformFile& platform);
};

/// The exchanges take the times of their formulas, one after the other in the order in which they
/// become ready. All ranks are alike.
StepResult step_by_model(const StepPlan& plan, const platforms::PlatformFile& platform);

/// Every rank runs the code of the exchanges, with counted streams, on the machine `hockney` of the
/// platform. Deterministic.
/// Errors  runtime::CommError.
StepResult step_on_loggp(const StepPlan& plan, const platforms::PlatformFile& platform);

/// As by model, but the exchanges take the times that the workload recorded.
/// Contract: all exchanges have one.
StepResult step_as_recorded(const StepPlan& plan, const platforms::PlatformFile& platform);

inline constexpr std::array kStepEngines = {
    StepEngineInfo{StepEngine::model, "model", step_by_model},
    StepEngineInfo{StepEngine::loggp, "loggp", step_on_loggp},
    StepEngineInfo{StepEngine::recorded, "recorded", step_as_recorded}};

constexpr const StepEngineInfo& info_of(StepEngine engine) {
  return kStepEngines[static_cast<std::size_t>(engine)];
}

}  // namespace sparlab::workloads
