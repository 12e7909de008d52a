#pragma once

#include "experiments/spec/points/planned_point.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::experiments::run::mpi {

/// Runs a point that is a training run. Every rank calls it with the same point and reads its part
/// of the samples. The record is complete on rank 0 only, except for identity and environment.
/// Errors  inputs::DataError, runtime::CommError.
Record execute_training(runtime::mpi::World& world, const PlannedPoint& planned);

}  // namespace sparlab::experiments::run::mpi
