#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/run/submission/task_groups.hpp"
#include "experiments/spec/definition/experiment_request.hpp"

namespace sparlab::experiments::run {

/// Who runs the tasks of a submission.
enum class TaskRunner : std::uint8_t { slurm, script };

struct SubmissionRequest {
  ExperimentRequest experiment;
  TaskRunner runner = TaskRunner::script;
  std::filesystem::path site;    ///< a profile; empty: the default
  std::filesystem::path output;  ///< empty: results/<experiment>
};

/// What a folder was written for.
struct Submission {
  std::filesystem::path folder;
  TaskRunner runner = TaskRunner::script;
  std::vector<TaskGroup> groups;
};

/// Plans an experiment and writes the folder of its submission, which must not have one yet:
///
///   submission.json      what was submitted: command line, version, profile, groups of tasks
///   task.sh, merge.sh    what jobs run
///   submit.sh or run.sh  asks Slurm for the jobs, or runs the tasks
///   launcher.json        how ranks start, if points are measured and the profile says how
///
/// Nothing is started. Errors  ConfigError, also of the experiment; EnvironmentError: a file cannot
/// be written.
Submission write_submission(const SubmissionRequest& request);

/// Asks Slurm for the jobs of a folder and returns their numbers.
/// Errors  EnvironmentError: no sbatch, or it refuses a job (its message).
std::vector<std::string> start_slurm_jobs(const Submission& submission);

/// Reads submission.json.
/// Errors  ConfigError: none there, or not one that this version wrote.
Submission read_submission(const std::filesystem::path& folder);

}  // namespace sparlab::experiments::run
