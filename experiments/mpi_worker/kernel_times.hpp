#pragma once

#include "experiments/calibration/measurements.hpp"

namespace sparlab::experiments::mpi {

/// Measures the kernels on this core; takes some seconds. Each is measured nine times, and each
/// repetition gives a cost of its own, so that a temporary disturbance shows as a repetition that
/// differs. The result is without `others`.
calibration::KernelCosts measure_kernels();

}  // namespace sparlab::experiments::mpi
