#include <optional>

#include "algos/registry/registry.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/execution/record_bounds.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/spec/points/engine.hpp"
#include "inputs/sources/input.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::experiments::run {
namespace {

double seconds_with(const model::FillIn& fill_in, const Point& point, model::Problem problem,
                    const model::Machine& machine) {
  problem.fill_in = &fill_in;
  return cost_from(point, point.algorithm, problem)->seconds(machine);
}

void add_intervals(Record& record, const model::Problem& problem, const Workload& workload,
                   const model::Machine& machine) {
  const auto& published = record.point.algorithm.published_cost();
  if (!published || record.point.collective != model::Collective::allreduce) return;
  const model::Symbols symbols{static_cast<double>(problem.ranks), problem.elements(),
                               workload.input().mean_nnz(), problem.wire.index_bytes,
                               problem.wire.value_bytes};
  record.terms["published_low_s"] = published->published(symbols).low_s(machine);
  record.terms["published_high_s"] = published->published(symbols).high_s(machine);
  record.terms["corrected_low_s"] = published->corrected(symbols).low_s(machine);
  record.terms["corrected_high_s"] = published->corrected(symbols).high_s(machine);
}

}  // namespace

// Also adds the terms, the best and worst supports, and the published and corrected intervals.
Record execute_model(const Point& point, const platforms::PlatformFile& platform) {
  const Workload workload(point);
  const model::Machine machine = platform.machine(point.ranks, point.groups);
  model::Problem problem = workload.problem(machine);
  // Without values, formulas use expected counts alone.
  const auto values = workload.exact() ? nullptr : workload.values();
  problem.values = values.get();
  const model::Cost cost = *cost_from(point, point.algorithm, problem);
  const double nnz = workload.input().mean_nnz();
  const std::uint64_t universe = workload.input().universe();

  Record record;
  record.point = point;
  record.time_s = platform.transport.start_s(point.ranks) + cost.seconds(machine);
  record.messages = cost.total_messages;
  record.bytes = cost.total_bytes;
  if (workload.exact()) record.result_nnz = workload.fill_in().distinct(workload.inputs());
  record.terms["alpha_messages"] = cost.messages();
  record.terms["beta_bytes"] = cost.bytes();
  record.terms["gamma_s"] = machine.gammas.seconds(cost.work());
  for (const model::Stage& stage : cost.critical_path)
    if (!stage.name.empty()) record.terms["stage_" + stage.name + "_s"] += stage.seconds(machine);
  record.terms["best_s"] =
      seconds_with(model::IdenticalFillIn(universe, nnz), point, problem, machine);
  record.terms["worst_s"] =
      seconds_with(model::DisjointFillIn(universe, nnz), point, problem, machine);
  add_intervals(record, problem, workload, machine);
  add_bound_terms(record, platform);
  add_union_interval(record, workload);
  record.check = {"skipped", "a prediction has no result"};
  note_noise(record, Engine::model, platform);
  return record;
}

std::optional<double> predicted_seconds(const Point& point,
                                        const platforms::PlatformFile& platform) {
  if (!point.algorithm.known()) return std::nullopt;
  const Workload workload(point);
  const model::Machine machine = platform.machine(point.ranks, point.groups);
  const auto cost = cost_from(point, point.algorithm, workload.problem(machine));
  if (!cost) return std::nullopt;
  return platform.transport.start_s(point.ranks) + cost->seconds(machine);
}

}  // namespace sparlab::experiments::run
