#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"
#include "cli/point_run.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/definition/overrides.hpp"

/// Verbs whose points are a step or a training run: an experiment that options describe.
namespace sparlab::cli {

/// One sweep, or one for each of several values of a key, as options describe it.
struct TaskRequest {
  std::string setting;  ///< that makes points a task: "step", "training"
  std::vector<std::string> engines;
  std::vector<std::string> algorithms;
  experiments::SweepTexts texts = {};                  ///< by key: "P", "step.schedule"
  std::vector<experiments::SweepOption> options = {};  ///< that gave them
  std::string each_key = {};                           ///< of the task: "method"; empty: one sweep
  std::vector<std::string> each = {};                  ///< its values, one for each sweep
  bool accepts_doubtful = false;
  std::string what_if = {};           ///< changes of the platform
  std::filesystem::path output = {};  ///< empty: records are not kept
  unsigned jobs = 1;
};

/// The options of a sweep, and those of the setting but `without` these keys.
void add_task_options(Options& options, TaskRequest& request,
                      std::initializer_list<std::string_view> sweep_keys,
                      std::initializer_list<std::string_view> without);
/// An option that sets a key of the sweep: "input.path".
void add_task_option(Options& options, TaskRequest& request, const std::string& key,
                     const std::string& names, const std::string& help, Details details = {});

/// Errors  ConfigError that names the option.
experiments::Experiment task_experiment(const TaskRequest& request);

/// Runs its points. Without `output`, in a folder that is removed; otherwise tables and figures
/// stand beside the records.
PointRunResult run_task(const TaskRequest& request, const experiments::Experiment& experiment);

}  // namespace sparlab::cli
