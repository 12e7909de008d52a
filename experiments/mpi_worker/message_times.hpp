#pragma once

#include "experiments/calibration/measurements.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::mpi {

/// Measures messages among the ranks of `comm` within `budget_s` seconds: with two ranks ping-pong,
/// stream and exchange, with more exchange, ring, incast and all-to-all; and a single exchange
/// after a barrier. Messages cross `comm`, so that they travel in the way in which those of an
/// algorithm do. The result is the same on all ranks, without `others`. Works on any engine.
///
/// Contract: at least two ranks; all ranks pass the same budget.
/// Errors    As measure_series; CommError from the engine.
calibration::MessageTimes measure_messages(runtime::Comm& comm, double budget_s);

}  // namespace sparlab::experiments::mpi
