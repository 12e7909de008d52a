#include "experiments/run/submission/job_scripts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text/shell_words.hpp"

namespace sparlab::experiments::run {
namespace {

/// How long before the time limit a task is told to end: the simulations that run are stopped, and
/// their points run again.
constexpr int kSignalBefore_s = 120;

std::string script_heading(const ScriptSetup& setup, const std::string& purpose) {
  return fmt::format("#!/bin/bash\n# {}: {}\n# Written by sparlab submit.\n",
                     base::job_name(setup.experiment), purpose);
}

/// Modules and variables, before anything else runs. `module` is a function that login shells
/// define.
std::string site_setup(const SiteProfile& profile) {
  std::string text;
  if (!profile.modules.empty())
    text += fmt::format(
        "if ! type module >/dev/null 2>&1; then\n"
        "  for file in /etc/profile.d/modules.sh /etc/profile.d/lmod.sh; do\n"
        "    [[ -r $file ]] && source \"$file\"\n"
        "  done\n"
        "fi\n"
        "module load {} || exit 4\n",
        base::shell_words(profile.modules));
  for (const auto& [name, value] : profile.environment)
    text += fmt::format("export {}={}\n", name, base::shell_word(value));
  return text;
}

/// One sbatch command; its options are separated by line ends.
std::string sbatch(const SiteProfile& profile, std::vector<std::string> options,
                   const std::string& script) {
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) options.push_back(fmt::format("--{}={}", option, value));
  };
  add("partition", profile.partition);
  add("account", profile.account);
  add("qos", profile.qos);
  options.insert(options.end(), profile.arguments.begin(), profile.arguments.end());
  std::string command = "sbatch --parsable";
  for (const std::string& option : options) command += " \\\n  " + base::shell_word(option);
  return command + " \\\n  " + script;
}

std::vector<std::string> resources_of(const TaskGroup& group, const SiteProfile& profile) {
  if (group.ranks == 0)
    // Predicted memory is accurate within a factor of two.
    return {"--nodes=1", "--ntasks=1",
            fmt::format("--cpus-per-task={}", profile.processors_per_task),
            fmt::format("--mem={:.0f}M", std::ceil(256 + 2 * group.memory_bytes / 1e6))};
  std::vector<std::string> options = {fmt::format("--ntasks={}", group.ranks)};
  if (profile.tasks_per_node > 0) {
    const std::uint64_t on_node = std::min(profile.tasks_per_node, group.ranks);
    options.push_back(fmt::format("--nodes={}", (group.ranks + on_node - 1) / on_node));
    options.push_back(fmt::format("--ntasks-per-node={}", on_node));
  }
  // Other jobs on the same nodes would disturb the measurements.
  options.insert(options.end(), {"--exclusive", "--mem=0"});
  return options;
}

}  // namespace

std::string task_script(const ScriptSetup& setup, const SiteProfile& profile, bool slurm) {
  std::vector<std::string> run = {setup.program.string(), "run"};
  run.insert(run.end(), setup.run_arguments.begin(), setup.run_arguments.end());
  run.insert(run.end(), {"--point-budget", std::to_string(60 * profile.time_limit_minutes)});
  if (slurm) run.insert(run.end(), {"--jobs", std::to_string(profile.processors_per_task)});
  std::string text = script_heading(setup, "runs one part of the points of a group");
  text += "# Usage: task.sh GROUP TASKS N, or task.sh GROUP TASKS FIRST in an array of Slurm.\n";
  text += site_setup(profile);
  text += fmt::format(
      "set -u\n"
      "folder={}\n"
      "number=$((${{SLURM_ARRAY_TASK_ID:-0}} + $3))\n"
      "task=$1-$number\n"
      "part=$folder/parts/$task\n"
      "mkdir -p -- \"$part\" || exit 4\n"
      "cd -- {} || exit 4\n"
      "lines() {{ cat -- \"$part/records.jsonl\" 2>/dev/null | wc -l; }}\n"
      "before=$(lines)\n"
      "echo running >\"$folder/state/$task\"\n"
      "child=\n"
      "stopped=\n"
      "# The run stores the records that it has, and ends.\n"
      "stop() {{\n"
      "  stopped=$1\n"
      "  signalled=1\n"
      "  [[ -z $child ]] || kill -TERM \"$child\" 2>/dev/null\n"
      "}}\n"
      "# Before the run starts: a signal that arrives earlier would end this script.\n"
      "trap 'stop limit' USR1\n"
      "trap 'stop user' TERM INT\n"
      "{} \\\n"
      "  --shard \"$1:$number/$2@{}\" --output \"$part\" --no-report &\n"
      "child=$!\n"
      "# A signal may have arrived before the process was known.\n"
      "[[ -z $stopped ]] || stop \"$stopped\"\n"
      "# A signal ends `wait` before the run has ended.\n"
      "while\n"
      "  signalled=\n"
      "  wait \"$child\"\n"
      "  code=$?\n"
      "  [[ $signalled ]]\n"
      "do :; done\n"
      "echo \"$code\" >\"$folder/state/$task\"\n",
      base::shell_word(setup.folder.string()), base::shell_word(setup.working_folder.string()),
      base::shell_words(run), setup.plan);
  if (slurm)
    text +=
        "if [[ $stopped == limit ]]; then\n"
        "  if (($(lines) > before)); then\n"
        "    scontrol requeue \"$SLURM_JOB_ID\"\n"
        "  else\n"
        "    echo \"task $task: the time limit is too short for any of its points\" >&2\n"
        "  fi\n"
        "fi\n";
  return text + "exit \"$code\"\n";
}

std::string merge_script(const ScriptSetup& setup, const SiteProfile& profile) {
  const std::string program = base::shell_word(setup.program.string());
  return script_heading(setup, "joins the records of all tasks; may run again at any time") +
         site_setup(profile) +
         fmt::format(
             "set -u\n"
             "cd -- {0} || exit 4\n"
             "parts=()\n"
             "for part in parts/*/; do\n"
             "  [[ -e $part/records.jsonl ]] && parts+=(\"$part\")\n"
             "done\n"
             "if ((${{#parts[@]}} == 0)); then\n"
             "  echo 'no task has records' >&2\n"
             "  exit 3\n"
             "fi\n"
             "{1} merge . \"${{parts[@]}}\"\n"
             "code=$?\n"
             "{1} plot . || code=$?\n"
             "exit \"$code\"\n",
             base::shell_word(setup.folder.string()), program);
}

std::string slurm_script(const ScriptSetup& setup, const SiteProfile& profile,
                         const std::vector<TaskGroup>& groups) {
  const std::string name = "sparlab-" + base::job_name(setup.experiment);
  std::string text =
      script_heading(setup, "asks Slurm for all tasks, and for the merge after them");
  text += fmt::format(
      "# May run again after the jobs have ended: tasks then run the points without a record.\n"
      "set -eu\n"
      "cd -- {}\n"
      ": >jobs.txt\n",
      base::shell_word(setup.folder.string()));
  const std::string limit = fmt::format("--time={}", profile.time_limit_minutes);
  for (const TaskGroup& group : groups) {
    text += fmt::format("\n# {}: points {}, tasks {}, longest predicted {:.2g} s\n", group.name,
                        group.points, group.tasks, group.longest_s);
    // Measurements of one experiment run one after the other unless the profile says otherwise.
    const std::uint64_t at_once =
        profile.tasks_at_once > 0 ? profile.tasks_at_once : (group.ranks > 0 ? 1 : 0);
    for (std::uint64_t first = 1; first <= group.tasks; first += profile.array_size) {
      const std::uint64_t last = std::min(group.tasks - first + 1, profile.array_size) - 1;
      std::vector<std::string> options = {
          fmt::format("--job-name={}-{}", name, group.name),
          fmt::format("--array=0-{}{}", last, at_once > 0 ? fmt::format("%{}", at_once) : ""),
          limit,
          fmt::format("--signal=B:USR1@{}", kSignalBefore_s),
          "--requeue",
          "--open-mode=append",
          "--output=logs/%x-%A_%a.txt"};
      for (std::string& option : resources_of(group, profile)) options.push_back(std::move(option));
      text += fmt::format("{} {} {} {} >>jobs.txt\n", sbatch(profile, options, "task.sh"),
                          group.name, group.tasks, first);
    }
  }
  text +=
      "\n# A cluster's name may follow the number of a job.\n"
      "jobs=$(sed 's/;.*//' jobs.txt | paste -sd:)\n";
  const std::string merge = sbatch(profile,
                                   {fmt::format("--job-name={}-merge", name), limit, "--ntasks=1",
                                    "--open-mode=append", "--output=logs/%x-%A.txt"},
                                   "--dependency=\"afterany:$jobs\" merge.sh");
  return text + fmt::format("merge=$({})\necho \"$merge\" >>jobs.txt\ncat jobs.txt\n", merge);
}

std::string plain_script(const ScriptSetup& setup, const std::vector<TaskGroup>& groups) {
  std::string text =
      script_heading(setup, "runs all tasks one after the other, then joins their records") +
      fmt::format(
          "# May be stopped, and run again: tasks then run the points without a record.\n"
          "set -u\n"
          "cd -- {} || exit 4\n"
          "run_tasks() {{  # GROUP TASKS\n"
          "  local task code\n"
          "  for ((task = 1; task <= $2; task++)); do\n"
          "    bash task.sh \"$1\" \"$2\" \"$task\" >>\"logs/$1-$task.txt\" 2>&1\n"
          "    code=$?\n"
          "    ((code == 0)) || echo \"task $1-$task ended with $code: see logs/$1-$task.txt\" "
          ">&2\n"
          "    ((code == 130)) && exit 130\n"
          "  done\n"
          "}}\n",
          base::shell_word(setup.folder.string()));
  for (const TaskGroup& group : groups)
    text += fmt::format("run_tasks {} {}\n", group.name, group.tasks);
  return text + "exec bash merge.sh\n";
}

std::string launcher_text(const SiteProfile& profile) {
  const std::vector<std::string> of_slurm = {"srun", "--mpi=pmix"};
  nlohmann::json command = profile.launcher.empty() ? of_slurm : profile.launcher;
  command.insert(command.end(), {"-n", "{ranks}", "{worker}"});
  nlohmann::json launcher = {{"command", std::move(command)}};
  if (!profile.environment.empty()) launcher["environment"] = profile.environment;
  return launcher.dump(2) + "\n";
}

}  // namespace sparlab::experiments::run
