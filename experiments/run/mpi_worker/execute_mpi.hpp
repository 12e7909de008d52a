#pragma once

#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "experiments/spec/points/point.hpp"
#include "experiments/spec/points/record.hpp"
#include "model/base/cost.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::experiments::run::mpi {

/// Measures one point on the ranks of `world`. Every rank calls it with the same point, whose
/// `ranks` equals the size of the world. A repetition is one period of the algorithm's calls, which
/// begins without state; times, traffic and result sizes are means over its calls.
///
/// First runs one untimed period: counts its traffic, checks its results (ResultCheck) and compares
/// all ranks. Then times repetitions until the stop rule holds; the last one must give the same
/// bits as the untimed period. Repetitions during which `processors` did not stay as usual are
/// repeated.
///
/// `machine` is the one that algorithms with a choice decide by; it is equal on all ranks, and null
/// if no algorithm needs it. The record is complete on rank 0 only, except for identity and
/// environment.
///
/// Errors  inputs::DataError, runtime::CommError.
Record execute_mpi(runtime::mpi::World& world, SteadyProcessors& processors, const Point& point,
                   const model::Machine* machine);

}  // namespace sparlab::experiments::run::mpi
