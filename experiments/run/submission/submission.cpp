#include "experiments/run/submission/submission.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/strict_object.hpp"
#include "base/system/build_info.hpp"
#include "base/system/child_process.hpp"
#include "base/system/environment.hpp"
#include "base/system/program_path.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/run/submission/job_scripts.hpp"
#include "experiments/run/submission/point_list.hpp"
#include "experiments/spec/plan/plan.hpp"

namespace sparlab::experiments::run {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kSubmissionFormat = 1;
const std::vector<std::string> kRunners = {"slurm", "script"};

fs::path record_of_submission(const fs::path& folder) { return folder / "submission.json"; }

void make_folders(const fs::path& folder) {
  for (const char* name : {"points", "parts", "state", "logs"}) {
    std::error_code error;
    fs::create_directories(folder / name, error);
    if (error)
      throw base::EnvironmentError(
          fmt::format("cannot create {}: {}", (folder / name).string(), error.message()));
  }
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
             const ScriptSetup& setup, const SiteProfile& profile) {
  json groups = json::array();
  for (const SubmittedGroup& group : submission.groups)
    groups.push_back({{"name", group.name},
                      {"first_task", group.first_task},
                      {"tasks", group.tasks},
                      {"points", group.points},
                      {"predicted_s", group.longest_s}});
  json site = site_profile_to_json(profile);
  return {{"format", kSubmissionFormat},
          {"experiment", setup.experiment},
          {"engine", kRunners[static_cast<std::size_t>(submission.runner)]},
          {"written", base::utc_timestamp()},
          {"version", base::build_info::version},
          {"commit", base::build_info::commit},
          {"program", setup.program.string()},
          {"working_folder", setup.working_folder.string()},
          {"run_arguments", setup.run_arguments},
          {"site", request.site.string()},
          {"profile", std::move(site)},
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

void write_scripts(const Submission& submission, const ScriptSetup& setup,
                   const SiteProfile& profile, const std::vector<TaskGroup>& groups,
                   std::size_t tasks) {
  const fs::path& folder = submission.folder;
  const bool slurm = submission.runner == TaskRunner::slurm;
  base::write_whole_file(folder / "task.sh", task_script(setup, profile, slurm));
  base::write_whole_file(folder / "merge.sh", merge_script(setup, profile));
  if (slurm) {
    base::write_whole_file(folder / "submit.sh", slurm_script(setup, profile, groups));
  } else {
    base::write_whole_file(folder / "run.sh", plain_script(setup, tasks));
  }
}

}  // namespace

Submission write_submission(const SubmissionRequest& given) {
  SubmissionRequest request = given;
  const SiteProfile profile =
      request.site.empty() ? SiteProfile() : read_site_profile(request.site);
  const Experiment experiment = load_experiment(request.experiment);
  Submission submission;
  submission.runner = request.runner;
  submission.folder =
      fs::absolute(request.output.empty() ? fs::path("results") / experiment.name : request.output);
  if (fs::exists(record_of_submission(submission.folder)))
    throw base::ConfigError(
        submission.folder.string(), "", "the folder has a submission",
        fmt::format(
            "another folder (-o); bash {} runs its missing points again",
            (submission.folder / (request.runner == TaskRunner::slurm ? "submit.sh" : "run.sh"))
                .string()));
  const Plan plan = plan_with_launcher(request, profile, submission.folder);
  const std::vector<TaskGroup> groups = pack_tasks(
      plan, {.task_s = profile.task_seconds(),
             .most_s = 60.0 * static_cast<double>(profile.time_limit_minutes),
             .processors = request.runner == TaskRunner::slurm ? profile.processors_per_task
                                                               : base::usable_processors()});
  if (groups.empty())
    throw base::ConfigError(experiment.file, "", "no points", "at least one point");
  const ScriptSetup setup{base::own_program(), submission.folder, fs::current_path(),
                          experiment.name, run_arguments(request.experiment)};
  make_folders(submission.folder);
  std::size_t task = 1;
  for (const TaskGroup& group : groups) {
    SubmittedGroup& written =
        submission.groups.emplace_back(SubmittedGroup{group.name, task, group.tasks.size()});
    for (const Task& one : group.tasks) {
      base::write_whole_file(submission.folder / "points" / fmt::format("{}.txt", task++),
                             point_list_text(one.points));
      written.points += one.points.size();
      written.longest_s = std::max(written.longest_s, one.predicted_s);
    }
  }
  write_scripts(submission, setup, profile, groups, task - 1);
  // The last file: a folder without it is not complete, and may be written again.
  base::write_whole_file(record_of_submission(submission.folder),
                         to_json(submission, request, setup, profile)
                                 .dump(2, ' ', false, json::error_handler_t::replace) +
                             "\n");
  return submission;
}

std::vector<std::string> start_slurm_jobs(const Submission& submission) {
  if (base::find_program("sbatch").empty())
    throw base::EnvironmentError(
        fmt::format("sbatch is not in PATH (Debian: slurm-client); the scripts are in {}",
                    submission.folder.string()));
  base::ChildProcess script({"bash", (submission.folder / "submit.sh").string()});
  script.wait();
  if (!script.succeeded())
    throw base::EnvironmentError(
        fmt::format("{} {}", (submission.folder / "submit.sh").string(), script.describe_end()));
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
  Submission submission;
  submission.folder = folder;
  submission.runner = static_cast<TaskRunner>(document.choice("engine", kRunners));
  for (base::StrictObject& group : document.objects("groups"))
    submission.groups.push_back(
        {group.text("name"), static_cast<std::size_t>(group.count("first_task")),
         static_cast<std::size_t>(group.count("tasks")),
         static_cast<std::size_t>(group.count("points")), group.number("predicted_s", 0, 1e12)});
  return submission;
}

}  // namespace sparlab::experiments::run
