#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/run/submission/submission.hpp"
#include "experiments/run/submission/submission_status.hpp"

namespace sparlab::cli {
namespace {

void print_as_json(const experiments::run::Submission& submission,
                   const std::vector<std::string>& jobs) {
  nlohmann::json groups = nlohmann::json::array();
  for (const experiments::run::SubmittedGroup& group : submission.groups)
    groups.push_back({{"name", group.name},
                      {"tasks", group.tasks},
                      {"points", group.points},
                      {"predicted_s", group.longest_s}});
  std::cout << nlohmann::json{{"folder", submission.folder.string()},
                              {"groups", std::move(groups)},
                              {"jobs", jobs}}
                   .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
            << '\n';
}

void print_as_table(const experiments::run::Submission& submission,
                    const std::vector<std::string>& jobs) {
  std::vector<std::vector<std::string>> rows = {{"group", "tasks", "points", "longest task"}};
  for (const experiments::run::SubmittedGroup& group : submission.groups)
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

int submit_command(const SubmitArguments& arguments) {
  const experiments::run::Submission submission =
      experiments::run::write_submission(arguments.request);
  std::vector<std::string> jobs;
  if (submission.runner == experiments::run::TaskRunner::slurm && !arguments.dry_run)
    jobs = experiments::run::start_slurm_jobs(submission);
  if (arguments.format == OutputFormat::json) {
    print_as_json(submission, jobs);
  } else {
    print_as_table(submission, jobs);
  }
  return kSuccess;
}

int status_command(const StatusArguments& arguments) {
  const experiments::run::SubmissionStatus status =
      experiments::run::status_of(experiments::run::read_submission(arguments.folder), std::cerr);
  if (arguments.format == OutputFormat::json) {
    std::cout << experiments::run::status_to_json(status).dump(
                     2, ' ', false, nlohmann::json::error_handler_t::replace)
              << '\n';
  } else {
    print_status(std::cout, status);
  }
  return status.all.failed == 0 ? kSuccess : kPartial;
}

}  // namespace sparlab::cli
