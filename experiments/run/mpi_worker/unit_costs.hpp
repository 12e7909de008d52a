#pragma once

#include "experiments/run/mpi_worker/timed_loop.hpp"
#include "machines/calibration/measurements.hpp"

namespace sparlab::experiments::run::mpi {

inline constexpr int kUnitCosts = 5;

/// Measures the seconds per unit of each kernel on large data, each as a part of the pace.
void measure_unit_costs(machines::calibration::KernelCosts& costs, Pace& pace);

}  // namespace sparlab::experiments::run::mpi
