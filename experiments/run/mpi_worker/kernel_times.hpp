#pragma once

#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "machines/calibration/measurements.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// Measures the kernels of all ranks at once. Each is repeated six to nine times, as `budget_s`
/// seconds allow, and each repetition gives a cost of its own, so that a temporary disturbance
/// shows as a repetition that differs. A short budget leaves out the largest sizes. Times are those
/// of the slowest rank, the same on all ranks. Samples during which `processors` did not stay as
/// usual are repeated. The result is without `others` and `processors`.
machines::calibration::KernelCosts measure_kernels(runtime::Comm& comm,
                                                   SteadyProcessors& processors, double budget_s);

}  // namespace sparlab::experiments::run::mpi
