#pragma once

#include <string>
#include <vector>

#include "experiments/plan/point.hpp"
#include "experiments/records/record.hpp"
#include "runtime/comm.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::experiments::mpi {

/// Measures one point on the ranks of `world`; every rank calls it with the same point, whose
/// `ranks` equals the world's size. Counts the traffic of one run, times repetitions until the stop
/// rule holds, and checks the last result against the serial sum and all ranks against each other.
/// The record is complete on rank 0 only, but for identity and environment.
///
/// Errors  inputs::DataError, runtime::CommError.
Record execute_mpi(runtime::mpi::World& world, const Point& point);

/// What every rank says, by rank, on rank 0; empty elsewhere.
std::vector<std::string> gather_text(runtime::Comm& comm, const std::string& text);

}  // namespace sparlab::experiments::mpi
