#pragma once

#include "machines/calibration/measurements.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

using machines::calibration::Benchmark;

/// One sample: after a barrier, `rounds` rounds of the pattern, without a pause between them. Each
/// send is one of a copy of the message, which the sender has written before. Returns the seconds
/// of the slowest rank, with the same bits on every rank. Works on any engine. Ranks without a part
/// in the pattern wait.
///
/// ping_pong       two messages a round, one after the other
/// stream          one message a round; the last is answered by an empty message
/// exchange, ring  one message of each rank a round
/// incast, all_to_all  P-1 messages through the busiest port a round
/// after_barrier   as exchange
///
/// Contract: at least two ranks, and one round. All ranks pass the same arguments.
/// Errors    CommError from the engine.
double run_train(runtime::Comm& comm, Benchmark benchmark, const runtime::Message& message,
                 int rounds);

}  // namespace sparlab::experiments::run::mpi
