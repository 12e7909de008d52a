#pragma once

#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "machines/calibration/measurements.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// Measures the kernels of all ranks at once, for at most `budget_s` seconds if three repetitions
/// of each fit. There are at most nine repetitions, and each gives a cost of its own, so that a
/// temporary disturbance shows as a repetition that differs. Costs per unit are those of this rank;
/// times of operations are those of the slowest rank, the same on all ranks. Samples
/// during which `processors` did not stay as usual are repeated. The result is without `others` and
/// `processors`.
machines::calibration::KernelCosts measure_kernels(runtime::Comm& comm,
                                                   SteadyProcessors& processors, double budget_s);

}  // namespace sparlab::experiments::run::mpi
