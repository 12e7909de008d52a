#include <fmt/format.h>

#include "base/errors/errors.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/engines/simgrid.hpp"
#include "experiments/run/steps/counted_exchanges.hpp"
#include "experiments/run/steps/engines.hpp"
#include "experiments/run/steps/step_record.hpp"
#include "experiments/run/steps/step_run.hpp"
#ifdef SPARLAB_HAVE_SIMGRID
#include "sim/engine.hpp"
#endif

namespace sparlab::experiments::run {
namespace {

#ifdef SPARLAB_HAVE_SIMGRID
steps::StepResult step_on_simgrid(const steps::StepPlan& plan,
                                  const platforms::PlatformFile& platform) {
  const model::Machine chosen_by = platform.machine(plan.ranks);
  steps::CountedExchanges exchanges(plan, chosen_by, platform.accelerator);
  steps::StepRun run(plan, exchanges);
  const auto ranks = static_cast<int>(plan.ranks);
  sim::Simulator(simulated_network(plan.ranks, platform), ranks)
      .run_lanes(ranks, run.lanes(), [&run](runtime::LaneComm& comm) { run.run_lane(comm); });
  return run.slowest();
}
#else
steps::StepResult step_on_simgrid(const steps::StepPlan&, const platforms::PlatformFile&) {
  throw base::EnvironmentError("this sparlab was built without SimGrid (SPARLAB_WITH_SIMGRID=OFF)");
}
#endif

steps::StepResult run_step(const steps::StepPlan& plan, Engine engine,
                           const platforms::PlatformFile& platform) {
  if (engine == Engine::model) return steps::step_by_model(plan, platform);
  if (engine == Engine::loggp) return steps::step_on_loggp(plan, platform);
  if (engine == Engine::simgrid) return step_on_simgrid(plan, platform);
  throw base::EnvironmentError(fmt::format("engine {} cannot run steps", name_of(engine)));
}

}  // namespace

Record execute_step(const Point& point, const platforms::PlatformFile& platform) {
  const workloads::Workload workload = workloads::workload_of(*point.step);
  const steps::StepPlan plan = steps::plan_step(point, workload);
  Record record = steps::step_record(point, workload, plan, run_step(plan, point.engine, platform));
  note_noise(record, point.engine, platform);
  return record;
}

}  // namespace sparlab::experiments::run
