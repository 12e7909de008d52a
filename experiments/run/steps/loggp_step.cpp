#include "experiments/run/steps/counted_exchanges.hpp"
#include "experiments/run/steps/engines.hpp"
#include "experiments/run/steps/step_run.hpp"
#include "runtime/loggp/engine.hpp"

namespace sparlab::experiments::run::steps {

StepResult step_on_loggp(const StepPlan& plan, const platforms::PlatformFile& platform) {
  const model::Machine chosen_by = platform.machine(plan.ranks);
  CountedExchanges exchanges(plan, chosen_by, platform.accelerator);
  StepRun run(plan, exchanges);
  runtime::loggp::Machine machine = platform.loggp_hockney(plan.ranks);
  machine.noise.seed = plan.seed;
  runtime::loggp::run_lanes(machine, static_cast<int>(plan.ranks), run.lanes(),
                            [&run](runtime::LaneComm& comm) { run.run_lane(comm); });
  return run.slowest();
}

}  // namespace sparlab::experiments::run::steps
