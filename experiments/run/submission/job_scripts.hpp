#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/run/submission/site_profile.hpp"
#include "experiments/run/submission/task_groups.hpp"

namespace sparlab::experiments::run {

/// What the scripts of a submission need to know. All paths are absolute.
struct ScriptSetup {
  std::filesystem::path program;           ///< sparlab
  std::filesystem::path folder;            ///< of the submission
  std::filesystem::path working_folder;    ///< of `sparlab submit`: paths are relative to it
  std::string experiment;                  ///< its name
  std::string plan;                        ///< its plan_id
  std::vector<std::string> run_arguments;  ///< of `sparlab run`: the experiment and its changes
};

/// The script that runs one shard: `task.sh GROUP TASKS N`, or in an array of Slurm `task.sh GROUP
/// TASKS FIRST`. A signal before the time limit ends the run, whose records are stored, and puts
/// the task back into the queue if it stored any. It writes to state/GROUP-N what became of the
/// task: "running", or the exit code.
std::string task_script(const ScriptSetup& setup, const SiteProfile& profile, bool slurm);

/// The script that joins the records of all tasks and makes tables and figures of them.
std::string merge_script(const ScriptSetup& setup, const SiteProfile& profile);

/// The script that asks Slurm for all tasks and, after them, for the merge. It writes the numbers
/// of the jobs to jobs.txt. The options of each job are arguments of sbatch.
std::string slurm_script(const ScriptSetup& setup, const SiteProfile& profile,
                         const std::vector<TaskGroup>& groups);

/// The script that runs all tasks one after the other, and then the merge.
std::string plain_script(const ScriptSetup& setup, const std::vector<TaskGroup>& groups);

/// The content of the launcher file that starts ranks with the launcher of a profile, or without
/// one with Slurm's srun and PMIx.
std::string launcher_text(const SiteProfile& profile);

}  // namespace sparlab::experiments::run
