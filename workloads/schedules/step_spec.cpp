#include "workloads/schedules/step_spec.hpp"

#include "base/errors/errors.hpp"
#include "workloads/definition/workload_file.hpp"

namespace sparlab::workloads {

Workload workload_of(const StepSpec& spec) {
  Workload workload = load_workload(spec.workload);
  if (!spec.computation) return workload;
  if (!(workload.flop > 0))
    throw base::ConfigError(spec.workload, "layers", "no flop",
                            "layers with flop, of which samples and efficiency make a time");
  const Computation& computation = *spec.computation;
  workload.scale_compute((1 + kBackwardOverForward) * workload.flop *
                         static_cast<double>(computation.samples) /
                         (computation.efficiency * computation.peak_flop_per_s));
  return workload;
}

}  // namespace sparlab::workloads
