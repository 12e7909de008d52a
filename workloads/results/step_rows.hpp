#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/text/value.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "model/algorithms/algorithm.hpp"
#include "platforms/files/platform_file.hpp"
#include "workloads/definition/workload.hpp"
#include "workloads/steps/engines.hpp"

namespace sparlab::workloads {

/// The steps that are asked for: one row for each number of ranks, engine and algorithm.
struct StepQuestion {
  Workload workload;
  platforms::PlatformFile platform;
  StepSettings settings;
  std::vector<std::uint64_t> ranks;
  std::vector<StepEngine> engines;
  std::vector<experiments::SweepAlgorithm> algorithms;
  model::Algorithm dense;  ///< with which others are compared
};

struct StepRow {
  std::uint64_t ranks = 1;
  StepEngine engine = StepEngine::model;
  std::string algorithm;
  std::size_t exchanges = 0;
  StepTimes times{};
  std::optional<double> over_dense{};  ///< the step with dense exchanges over this one
  double efficiency = 1;               ///< the step of one rank over this one
};

/// A row with what a picture of it needs.
struct StepAnswer {
  StepRow row;
  StepPlan plan;
  StepResult result;
};

/// Calls `take` for each row, in the order of ranks, engines and algorithms. Engine `recorded` has
/// one row for each number of ranks.
/// Errors  ConfigError: an algorithm of the MPI library; settings that an exchange's P and N do not
///         accept, of an algorithm given by name; engine `model` with stragglers, or `recorded`
///         without recorded times of all exchanges; no row. runtime::CommError.
void answer(const StepQuestion& question, const std::function<void(StepAnswer)>& take);

base::Fields step_fields(const StepRow& row);

}  // namespace sparlab::workloads
