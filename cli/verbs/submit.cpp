#include "base/text/text_table.hpp"
#include "cli/verb.hpp"
#include "experiments/run/submission/submission.hpp"

namespace sparlab::cli {
namespace {

void print_as_json(const experiments::run::Submission& submission,
                   const std::vector<std::string>& jobs) {
  nlohmann::json groups = nlohmann::json::array();
  for (const experiments::run::TaskGroup& group : submission.groups)
    groups.push_back({{"name", group.name},
                      {"tasks", group.tasks},
                      {"points", group.points},
                      {"predicted_s", group.longest_s}});
  print_json(nlohmann::json{
      {"folder", submission.folder.string()}, {"groups", std::move(groups)}, {"jobs", jobs}});
}

void print_as_table(const experiments::run::Submission& submission,
                    const std::vector<std::string>& jobs) {
  std::vector<std::vector<std::string>> rows = {{"group", "tasks", "points", "longest task"}};
  for (const experiments::run::TaskGroup& group : submission.groups)
    rows.push_back({group.name, std::to_string(group.tasks), std::to_string(group.points),
                    base::seconds_text(group.longest_s)});
  base::print_columns(std::cout, rows, {.right = {1, 2, 3}});
  const bool slurm = submission.runner == experiments::run::TaskRunner::slurm;
  if (!jobs.empty()) {
    std::cout << fmt::format("jobs {}; sparlab status {}\n", fmt::join(jobs, ", "),
                             submission.folder.string());
  } else {
    std::cout << fmt::format("start: bash {}\n",
                             (submission.folder / (slurm ? "submit.sh" : "run.sh")).string());
  }
}

}  // namespace

Run add_submit(Options& options) {
  auto& request = options.keep<experiments::run::SubmissionRequest>();
  add_experiment(options, request.experiment);
  options.choose(request.runner, "--scheduler SCHEDULER",
                 "Who runs the tasks: slurm, or script, which writes a shell script that runs them "
                 "one after the other",
                 {{"slurm", experiments::run::TaskRunner::slurm},
                  {"script", experiments::run::TaskRunner::script}},
                 {required()});
  options.set(request.site, "--site PROFILE.json",
              "Profile of the cluster: partition, account, time limit, launcher, modules");
  options.set(request.output, "-o,--output",
              "Folder of scripts and results (default: $SPARLAB_RESULTS/<experiment>, or "
              "results/<experiment>)");
  const auto& dry_run = options.add<bool>("--dry-run", "Write the scripts, but start nothing");
  const auto& format = add_format(options);
  return [&] {
    const experiments::run::Submission submission = experiments::run::write_submission(request);
    std::vector<std::string> jobs;
    if (submission.runner == experiments::run::TaskRunner::slurm && !dry_run)
      jobs = experiments::run::start_slurm_jobs(submission);
    if (format == OutputFormat::json)
      print_as_json(submission, jobs);
    else
      print_as_table(submission, jobs);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
