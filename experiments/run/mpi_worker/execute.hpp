#pragma once

#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "experiments/spec/points/planned_point.hpp"
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

/// Measures a point that is a step of training. Every rank calls it with the same point, whose
/// `ranks` equals the size of the world. Rank 0 reads the workload. A repetition is the steps of
/// which the point takes the mean; it begins without state.
///
/// Exchanges select, send and add data on the thread of the rank. Computation is emulated: it is
/// time in which the thread sleeps, or, while exchanges may advance, polls for them. So ranks that
/// share processors do not disturb each other's computation, as accelerators would not. Progress
///   offloaded  exchanges advance at any time, and the computation ends when it would without them;
///   thread     likewise, but the computation takes longer by the time in which exchanges work,
///              which is that between their waits for messages;
///   calls      the thread sleeps during the computation of a layer, so that nothing advances.
/// Exchanges of several streams wait at the same time, and work one after the other.
///
/// First runs one untimed repetition, whose results must be equal on all ranks. The terms of the
/// record are those of the rank that ended last in the median repetition. The record is complete on
/// rank 0 only, except for identity and environment.
///
/// Errors  base::ConfigError, runtime::CommError.
Record execute_step(runtime::mpi::World& world, SteadyProcessors& processors,
                    const PlannedPoint& planned);

/// Runs a point that is a training run. Every rank calls it with the same point and reads its part
/// of the samples. The record is complete on rank 0 only, except for identity and environment.
/// Errors  inputs::DataError, runtime::CommError.
Record execute_training(runtime::mpi::World& world, const PlannedPoint& planned);

}  // namespace sparlab::experiments::run::mpi
