#include "cli/point_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string_view>
#include <unordered_map>

#include "base/errors/errors.hpp"
#include "cli/errors.hpp"
#include "cli/run_outcome.hpp"
#include "experiments/records/store/failure_log.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/spec/plan/shard.hpp"
#include "machines/calibration/local_platform.hpp"

namespace sparlab::cli {
namespace {

/// The plan, after measuring platform `local` if algorithms on mpi choose by it. If the measurement
/// fails, the points of these algorithms fail and all others run.
experiments::Plan plan_to_run(const experiments::Experiment& experiment) {
  experiments::Plan plan = experiments::make_plan(experiment);
  if (std::ranges::none_of(plan.points, experiments::lacks_machine)) return plan;
  try {
    machines::measure_local_platform_once();
  } catch (const base::EnvironmentError& error) {
    plan.no_local = error.what();
    return plan;
  }
  return experiments::make_plan(experiment);
}

/// The points of the plan that are asked for.
experiments::Plan selected(experiments::Plan plan, const PointRun& run) {
  if (!run.shard.empty()) experiments::keep_shard(plan, experiments::parse_shard(run.shard));
  return plan;
}

/// The records of a plan's points, in its order.
std::vector<experiments::Record> records_of(const experiments::Plan& plan,
                                            const experiments::records::RecordStore& store) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (const experiments::PlannedPoint& point : plan.points)
    places.emplace(point.id, places.size());
  auto records = store.records([&](const std::string& id) { return places.contains(id); });
  std::ranges::sort(records, {}, [&](const experiments::Record& one) { return places.at(one.id); });
  return records;
}

/// A budget that was asked for also holds while a point runs.
std::optional<double> limit_of(const PointRun& run) {
  if (run.force || !run.point_budget_s) return run.point_timeout_s;
  return std::min(*run.point_budget_s, run.point_timeout_s.value_or(1e9));
}

}  // namespace

experiments::Plan plan_of(const experiments::Experiment& experiment, const PointRun& run) {
  return selected(experiments::make_plan(experiment), run);
}

PointRunResult run_points(const experiments::Experiment& experiment, const PointRun& run) {
  experiments::Plan plan = selected(plan_to_run(experiment), run);
  std::vector<experiments::records::LoggedFailure> left_out;
  const auto refuse = [&](const Stored& stored, experiments::records::FailureLog* refused) {
    if (run.force) return;
    refuse_oversubscription(plan, stored);
    left_out = treat_costly_points(plan, stored, run.point_budget_s.value_or(kPointBudget),
                                   run.over_budget, refused);
  };
  // Refuses before the store is opened, so that a refused run leaves the old records in place.
  if (run.fresh) refuse([](const std::string&) { return false; }, nullptr);
  experiments::records::RecordStore store(run.output,
                                          run.fresh
                                              ? experiments::records::RecordStore::Existing::fresh
                                              : experiments::records::RecordStore::Existing::resume,
                                          std::cerr);
  experiments::records::FailureLog log(store.directory());
  if (!run.fresh)
    // Results that are there already say on their page what was refused later.
    refuse([&](const std::string& id) { return store.contains(id); },
           store.size() > 0 ? &log : nullptr);
  for (const experiments::records::LoggedFailure& one : left_out) log.add(one);

  const experiments::run::RunOptions options{.jobs = run.jobs,
                                             .fail_fast = run.fail_fast,
                                             .seed = experiment.order_seed,
                                             .point_timeout_s = limit_of(run),
                                             .only_failed = run.retry_failed,
                                             .ignore_memory = run.force};
  std::ostream silence(nullptr);
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  PointRunResult result;
  result.outcome = experiments::run::run_plan(
      plan, options, store, run.quiet && !terminal ? silence : std::cerr, terminal);
  if (!run.quiet) tell_outcome(result.outcome, store.directory());
  for (const experiments::run::PointFailure& failure : result.outcome.failures)
    if (run.quiet && !terminal)
      std::cerr << fmt::format("sparlab: {}: {}\n",
                               experiments::run::describe(failure.planned.point), failure.reason);
  if (result.outcome.interrupted) return result;
  result.records = records_of(plan, store);
  result.others = store.size() - result.records.size();
  return result;
}

int exit_code(const PointRunResult& result, int report_code) {
  if (result.outcome.interrupted) return kInterrupted;
  if (const auto code = code_of_failures(result.outcome.failures)) return *code;
  if (report_code != kSuccess) return report_code;
  const bool wrong = std::ranges::any_of(result.records, [](const experiments::Record& record) {
    return record.check.status == "failed";
  });
  return wrong ? kCheckFailed : kSuccess;
}

}  // namespace sparlab::cli
