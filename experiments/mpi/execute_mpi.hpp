#pragma once

#include <string>
#include <vector>

#include "experiments/plan/point.hpp"
#include "experiments/records/record.hpp"
#include "model/cost.hpp"
#include "runtime/comm.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::experiments::mpi {

/// Measures one point on the ranks of `world`; every rank calls it with the same point, whose
/// `ranks` equals the world's size. A repetition is one period of the algorithm's calls, beginning
/// without state; times, traffic and result sizes are means of its calls. Counts the traffic of one
/// period and checks its results (ResultCheck) and all ranks against each other, then times
/// repetitions until the stop rule holds; the last of them must give the same bits.
/// Algorithms that choose do so by `machine`, equal on all ranks; null where none does.
/// The record is complete on rank 0 only, but for identity and environment.
///
/// Errors  inputs::DataError, runtime::CommError.
Record execute_mpi(runtime::mpi::World& world, const Point& point, const model::Machine* machine);

/// What every rank says, by rank, on rank 0; empty elsewhere.
std::vector<std::string> gather_text(runtime::Comm& comm, const std::string& text);

}  // namespace sparlab::experiments::mpi
