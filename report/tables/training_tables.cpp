#include "report/tables/training_tables.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "base/system/environment.hpp"
#include "base/text/csv_writer.hpp"
#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using training::Outcome;
using training::TrainingPlan;

/// What distinguishes a run from the others of its call.
base::Fields run_fields(const training::Job& job) {
  return {{"engine", "engine", name_of(job.engine)},
          {"method", "method", job.method.spec()},
          {"algorithm", "algorithm", job.algorithm.spec()}};
}

base::Fields outcome_fields(const Outcome& outcome) {
  base::Fields fields = run_fields(outcome.job);
  fields.push_back(training::curve_fields(outcome.curve));
  if (!outcome.failure.empty()) fields.push_back({"failure", outcome.failure});
  return fields;
}

base::Fields common_fields(const TrainingPlan& plan) {
  const training::Job& job = plan.jobs.front();
  const training::Problem& problem = plan.set.problem;
  return {
      {"data", plan.path},
      {"data_sha256", plan.set.samples->content_hash},
      {"model", problem.loss->name},
      {"samples", problem.samples},
      {"features", problem.features},
      {"outputs", problem.outputs()},
      {"N", problem.parameters()},
      {"P", job.ranks},
      {"l2", problem.l2},
      {"batch", job.pass.batch},
      {"rate", job.pass.rate.rate},
      {"schedule", training::kScheduleNames.at(static_cast<std::size_t>(job.pass.rate.schedule))},
      {"seed", job.pass.seed},
      {"platform", plan.platform.name},
      {"platform_hash", plan.platform.hash},
      {"launcher", plan.launcher.name}};
}

base::Fields environment_fields() {
  base::Fields fields;
  for (const auto& [name, value] : base::describe_environment()) fields.push_back({name, value});
  return fields;
}

base::Fields last_epoch_fields(const Outcome& outcome) {
  base::Fields fields = run_fields(outcome.job);
  fields.push_back(training::epoch_fields(outcome.curve.epochs.back()));
  return fields;
}

}  // namespace

base::Value training_value(const TrainingPlan& plan, const std::vector<Outcome>& outcomes) {
  base::Fields fields = common_fields(plan);
  fields.push_back({"environment", environment_fields()});
  fields.push_back({"runs", base::rows_of(outcomes, outcome_fields)});
  return fields;
}

void write_training_csv(std::ostream& stream, const std::vector<Outcome>& outcomes) {
  base::CsvWriter writer(stream);
  for (const Outcome& outcome : outcomes)
    for (const training::EpochRecord& epoch : outcome.curve.epochs) {
      base::Fields fields = run_fields(outcome.job);
      fields.push_back(training::epoch_fields(epoch));
      writer.row(fields);
    }
}

void print_training(std::ostream& stream, const TrainingPlan& plan,
                    const std::vector<Outcome>& outcomes) {
  const training::Problem& problem = plan.set.problem;
  stream << fmt::format("{}: {} samples, {} features, {} output{}, N = {}; P = {}\n",
                        base::printable(plan.set.samples->name), problem.samples, problem.features,
                        problem.outputs(), problem.outputs() == 1 ? "" : "s", problem.parameters(),
                        plan.jobs.front().ranks);
  std::vector<Outcome> recorded;
  for (const Outcome& outcome : outcomes) {
    stream << fmt::format("\n{}\n", training::describe(outcome.job));
    if (!outcome.failure.empty())
      base::print_wrapped(stream, "stopped: " + outcome.failure, 2, base::kLineCharacters);
    if (outcome.curve.epochs.empty()) continue;
    base::print_table(stream, base::rows_of(outcome.curve.epochs, training::epoch_fields), 2);
    recorded.push_back(outcome);
  }
  if (recorded.size() < 2) return;
  stream << "\nAfter the last epoch\n";
  base::print_table(stream, base::rows_of(recorded, last_epoch_fields), 2);
}

}  // namespace sparlab::report
