#pragma once

#include <functional>

#include "runtime/comm.hpp"
#include "runtime/lanes.hpp"

namespace sparlab::runtime::mpi {

/// Runs `body` for every lane 0..lanes-1 of this rank, each as a nonblocking operation
/// (nonblocking.hpp) of this thread; returns when all have returned. Collective over `comm`, a Comm
/// of engine `mpi`. A thread whose lanes all sleep sleeps too; otherwise it polls.
///
/// Errors  CommError if there are more lanes than operations can be in flight; an exception that
///         leaves `body` ends the other lanes and is rethrown.
void run_lanes(Comm& comm, int lanes, const std::function<void(LaneComm&)>& body);

}  // namespace sparlab::runtime::mpi
