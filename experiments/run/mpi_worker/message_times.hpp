#pragma once

#include <cstddef>

#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "machines/calibration/measurements.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// The seconds for the next of `left` benchmarks of `all`: an equal part of what is left of the
/// budget, and at least half of an equal part of the whole. On a busy machine one sample of an
/// earlier benchmark may take longer than the budget; the next one is measured all the same.
double share_s(double budget_s, double spent_s, std::size_t left, std::size_t all);

/// Measures messages among the ranks of `comm` within about `budget_s` seconds: with two ranks
/// ping-pong, stream and exchange, with more exchange, ring, incast and all-to-all; and a single
/// exchange after a barrier. Messages cross `comm`, so that they travel in the way in which those
/// of an algorithm do. Samples during which `processors` did not stay as usual are repeated. The
/// result is the same on all ranks, without `others` and `processors`. Works on any engine.
///
/// Contract: at least two ranks; all ranks pass the same budget.
/// Errors    As measure_series; CommError from the engine.
machines::calibration::MessageTimes measure_messages(runtime::Comm& comm,
                                                     SteadyProcessors& processors, double budget_s);

/// Measures messages of 128 KiB and 512 KiB in the patterns of allreduces, all in turn, at most
/// 200 times and until the budget is used up: an exchange, and with more than two ranks a ring and
/// an all-to-all. Otherwise as measure_messages. Errors    BudgetTooShort: not even three
/// repetitions fit.
machines::calibration::MessageTimes measure_long_messages(runtime::Comm& comm,
                                                          SteadyProcessors& processors,
                                                          double budget_s);

}  // namespace sparlab::experiments::run::mpi
