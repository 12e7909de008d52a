#include "experiments/run/steps/recorded_step.hpp"

#include <fmt/format.h>

#include "base/errors/errors.hpp"
#include "experiments/run/steps/engines.hpp"
#include "experiments/run/steps/step_record.hpp"

namespace sparlab::experiments::run::steps {

std::vector<Record> recorded_steps(const Sweep& sweep) {
  const workloads::Workload workload = workloads::workload_of(*sweep.step);
  std::vector<Record> records;
  for (const std::uint64_t ranks : sweep.ranks) {
    Point point;
    static_cast<Settings&>(point) = sweep;
    point.sweep = sweep.label;
    point.engine = Engine::measured;
    point.algorithm = sweep.step->dense;
    point.ranks = ranks;
    point.universe = workload.parameters();
    point.nnz = point.universe;
    point.density = 1;
    const StepPlan plan = plan_step(point, workload);
    for (const PlannedExchange& exchange : plan.exchanges)
      if (!exchange.recorded_s)
        throw base::ConfigError(
            "command line", "--engines", "recorded",
            fmt::format("a workload with exchange_s of all layers; {} has none", exchange.name));
    records.push_back(step_record(point, workload, plan, step_as_recorded(plan)));
  }
  return records;
}

}  // namespace sparlab::experiments::run::steps
