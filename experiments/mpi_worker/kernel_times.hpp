#pragma once

#include "experiments/calibration/measurements.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::mpi {

/// Measures the kernels of all ranks at once; takes some seconds. Each is measured nine times, and
/// each repetition gives a cost of its own, so that a temporary disturbance shows as a repetition
/// that differs. Costs per unit are those of this rank; times of operations are those of the
/// slowest rank, the same on all ranks. The result is without `others`.
calibration::KernelCosts measure_kernels(runtime::Comm& comm);

}  // namespace sparlab::experiments::mpi
