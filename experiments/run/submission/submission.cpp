#include "experiments/run/submission/submission.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/strict_object.hpp"
#include "base/system/build_info.hpp"
#include "base/system/child_process.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "base/system/program_path.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/run/submission/job_scripts.hpp"
#include "experiments/spec/plan/plan.hpp"

namespace sparlab::experiments::run {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kSubmissionFormat = 2;
const std::vector<std::string> kRunners = {"slurm", "script"};

fs::path record_of_submission(const fs::path& folder) { return folder / "submission.json"; }

void make_folders(const fs::path& folder) {
  for (const char* name : {"parts", "state", "logs"}) base::make_folder(folder / name);
}

/// The options of `sparlab run` that select the same points.
std::vector<std::string> run_arguments(const ExperimentRequest& request) {
  std::vector<std::string> arguments;
  if (!request.file.empty()) arguments.push_back(request.file);
  for (const std::string& algorithm : request.algorithms)
    arguments.push_back("--algorithms=" + algorithm);
  if (!request.engines.empty())
    arguments.push_back(fmt::format("--engines={}", fmt::join(request.engines, ",")));
  for (const SweepOption& option : sweep_options()) {
    const auto text = request.sweep.find(option.key);
    if (text == request.sweep.end()) continue;
    const std::string flag = option.flags.substr(0, option.flags.find(','));
    if (flag.starts_with("--")) {
      arguments.push_back(flag + "=" + text->second);
    } else {
      arguments.insert(arguments.end(), {flag, text->second});
    }
  }
  for (const std::string& assignment : request.overrides)
    arguments.push_back("--set=" + assignment);
  return arguments;
}

void refuse_unmeasured_machine(const Plan& plan) {
  const auto lacking = std::ranges::count_if(plan.points, lacks_machine);
  if (lacking > 0)
    throw base::ConfigError("", "",
                            fmt::format("{} points of mpi choose by platform local, which is not "
                                        "measured yet",
                                        lacking),
                            "sparlab calibrate on the machine that runs them, or other algorithms");
}

json to_json(const Submission& submission, const SubmissionRequest& request,
             const ScriptSetup& setup, const json& profile) {
  json groups = json::array();
  for (const TaskGroup& group : submission.groups)
    groups.push_back({{"name", group.name},
                      {"tasks", group.tasks},
                      {"points", group.points},
                      {"predicted_s", group.longest_s}});
  return {{"format", kSubmissionFormat},
          {"experiment", setup.experiment},
          {"engine", kRunners[static_cast<std::size_t>(submission.runner)]},
          {"written", base::utc_timestamp()},
          {"version", base::build_info::version},
          {"commit", base::build_info::commit},
          {"program", setup.program.string()},
          {"working_folder", setup.working_folder.string()},
          {"plan", setup.plan},
          {"run_arguments", setup.run_arguments},
          {"site", request.site.string()},
          {"profile", profile},
          {"groups", std::move(groups)}};
}

/// The plan, after writing the site's launcher if points are measured and the user named no other.
Plan plan_with_launcher(SubmissionRequest& request, const SiteProfile& profile,
                        const fs::path& folder) {
  Plan plan = make_plan(load_experiment(request.experiment));
  refuse_unmeasured_machine(plan);
  const bool from_site = request.runner == TaskRunner::slurm || !profile.launcher.empty();
  const bool measured = std::ranges::any_of(
      plan.points, [](const PlannedPoint& planned) { return measures(planned.point.engine); });
  if (!measured || !from_site || request.experiment.sweep.contains("launcher")) return plan;
  make_folders(folder);
  const fs::path launcher = folder / "launcher.json";
  base::write_whole_file(launcher, launcher_text(profile));
  request.experiment.sweep["launcher"] = launcher.string();
  return make_plan(load_experiment(request.experiment));
}

fs::path start_script(const Submission& submission) {
  return submission.folder / (submission.runner == TaskRunner::slurm ? "submit.sh" : "run.sh");
}

}  // namespace

Submission write_submission(const SubmissionRequest& given) {
  SubmissionRequest request = given;
  const json content = request.site.empty() ? json::object() : base::read_json_file(request.site);
  const SiteProfile profile = site_profile_from_json(content, request.site.string());
  const Experiment experiment = load_experiment(request.experiment);
  const fs::path output =
      request.output.empty() ? base::results_folder() / experiment.name : request.output;
  Submission submission{fs::absolute(output), request.runner, {}};
  const fs::path& folder = submission.folder;
  if (fs::exists(record_of_submission(folder)))
    throw base::ConfigError(
        folder.string(), "", "the folder has a submission",
        fmt::format("another folder (-o); bash {} runs its missing points again",
                    start_script(submission).string()));
  const bool slurm = request.runner == TaskRunner::slurm;
  const Plan plan = plan_with_launcher(request, profile, folder);
  submission.groups = group_tasks(
      plan, {.task_s = profile.task_seconds(),
             .most_s = 60.0 * static_cast<double>(profile.time_limit_minutes),
             .processors = slurm ? profile.processors_per_task : base::usable_processors()});
  if (submission.groups.empty())
    throw base::ConfigError(experiment.file, "", "no points", "at least one point");
  const ScriptSetup setup{base::own_program(), folder,        fs::current_path(),
                          experiment.name,     plan_id(plan), run_arguments(request.experiment)};
  make_folders(folder);
  base::write_whole_file(folder / "task.sh", task_script(setup, profile, slurm));
  base::write_whole_file(folder / "merge.sh", merge_script(setup, profile));
  base::write_whole_file(start_script(submission),
                         slurm ? slurm_script(setup, profile, submission.groups)
                               : plain_script(setup, submission.groups));
  // The last file: a folder without it is not complete, and may be written again.
  base::write_whole_file(record_of_submission(folder),
                         to_json(submission, request, setup, content)
                                 .dump(2, ' ', false, json::error_handler_t::replace) +
                             "\n");
  return submission;
}

std::vector<std::string> start_slurm_jobs(const Submission& submission) {
  if (base::find_program("sbatch").empty())
    throw base::EnvironmentError(
        fmt::format("sbatch is not in PATH (Debian: slurm-client); the scripts are in {}",
                    submission.folder.string()));
  const std::string path = start_script(submission).string();
  base::ChildProcess script({"bash", path});
  script.wait();
  if (!script.succeeded())
    throw base::EnvironmentError(fmt::format("{} {}", path, script.describe_end()));
  std::ifstream stream(submission.folder / "jobs.txt");
  std::vector<std::string> jobs;
  for (std::string line; std::getline(stream, line);) jobs.push_back(line);
  return jobs;
}

Submission read_submission(const fs::path& folder) {
  const fs::path file = record_of_submission(folder);
  if (!fs::exists(file))
    throw base::ConfigError(folder.string(), "", "no submission.json",
                            "a folder that `sparlab submit` wrote");
  const json content = base::read_json_file(file, base::kOwnJson);
  base::StrictObject document(content, file.string());
  if (document.count("format") != kSubmissionFormat)
    document.fail("format", fmt::format("{}: another version wrote it", kSubmissionFormat));
  Submission submission{folder, static_cast<TaskRunner>(document.choice("engine", kRunners)), {}};
  for (base::StrictObject& group : document.objects("groups"))
    submission.groups.push_back({.name = group.text("name"),
                                 .points = static_cast<std::uint64_t>(group.count("points")),
                                 .tasks = static_cast<std::uint64_t>(group.count("tasks")),
                                 .longest_s = group.number("predicted_s", 0, 1e12)});
  return submission;
}

}  // namespace sparlab::experiments::run
