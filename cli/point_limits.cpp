#include "cli/point_limits.hpp"

#include <fmt/format.h>

#include <iostream>

#include "base/errors/errors.hpp"
#include "base/system/environment.hpp"
#include "base/text/printable.hpp"
#include "experiments/run/sweep/runner.hpp"
#include "machines/launchers/mpi_launch.hpp"

namespace sparlab::cli {
namespace {

std::string describe(const experiments::run::CostlyPoint& costly) {
  return fmt::format("{}: predicted {:.0f} s, {:.0f} MB",
                     base::printable(experiments::run::describe(costly.planned.point)),
                     costly.cost.wall_s, costly.cost.memory_bytes / 1e6);
}

}  // namespace

std::vector<experiments::records::LoggedFailure> treat_costly_points(
    experiments::Plan& plan, const Stored& stored, double budget_s, OverBudget treatment,
    experiments::records::FailureLog* refused) {
  const experiments::RunCost budget{budget_s, base::available_memory_bytes()};
  std::vector<experiments::run::CostlyPoint> costly = experiments::run::points_above(plan, budget);
  std::erase_if(costly,
                [&](const experiments::run::CostlyPoint& one) { return stored(one.planned.id); });
  if (costly.empty()) return {};
  for (const experiments::run::CostlyPoint& one : costly)
    std::cerr << "sparlab: " << describe(one) << '\n';
  std::vector<experiments::records::LoggedFailure> without_result;
  for (const experiments::run::CostlyPoint& one : costly)
    without_result.push_back(
        {one.planned.id, experiments::run::describe(one.planned.point),
         fmt::format("{}: predicted {:.0f} s and {:.0f} MB, above {} s or the memory available",
                     treatment == OverBudget::refuse ? "refused" : "left out", one.cost.wall_s,
                     one.cost.memory_bytes / 1e6, budget_s),
         base::utc_timestamp(), true});
  if (treatment == OverBudget::refuse) {
    if (refused != nullptr)
      for (const experiments::records::LoggedFailure& one : without_result) refused->add(one);
    throw base::ConfigError(
        "", "",
        fmt::format("points that would run longer than {} s or take more than the {:.0f} "
                    "MB of memory available: {}",
                    budget_s, budget.memory_bytes / 1e6, costly.size()),
        "--force to run them, --over-budget leave-out or model, --point-budget SECONDS, or a "
        "smaller experiment");
  }
  const bool with_model = treatment == OverBudget::with_model;
  experiments::run::replace_points(plan, costly, with_model);
  std::cerr << fmt::format("sparlab: {} points above the budget {}\n", costly.size(),
                           with_model ? "run on engine model instead" : "are left out");
  if (with_model) without_result.clear();
  return without_result;
}

void refuse_oversubscription(const experiments::Plan& plan, const Stored& stored) {
  for (const experiments::PlannedPoint& planned : plan.points) {
    const experiments::Point& point = planned.point;
    if (!experiments::measures(point.engine) || stored(planned.id)) continue;
    const machines::Launcher& launcher = plan.launchers.at(point.launcher);
    if (machines::ranks_per_processor(launcher, point.ranks) <= machines::kMostRanksPerProcessor)
      continue;
    throw base::ConfigError(
        "", "",
        fmt::format("P = {} for engine mpi: {}", point.ranks,
                    machines::describe_oversubscription(launcher, point.ranks)),
        fmt::format("at most {} ranks a processor, or --force", machines::kMostRanksPerProcessor));
  }
}

}  // namespace sparlab::cli
