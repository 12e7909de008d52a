#pragma once

#include <optional>
#include <string>

#include "experiments/spec/points/point.hpp"
#include "machines/launchers/mpi_launch.hpp"

namespace sparlab::experiments::run {

/// The time after which a point counts as hung. `chosen_s` (--point-timeout) applies to every
/// point. Without it the limit follows from the predicted time, with a margin for wrong predictions
/// and busy machines:
///   model, loggp, simgrid: max(60 s, 20 x predicted);
///   mpi: its budget + max(1, ranks per processor) x max(60 s, 20 x its minimum repetitions).
double time_limit_s(const Point& point, std::optional<double> chosen_s,
                    double ranks_per_processor = 1);

/// The time that ranks may take to start, and to end after their last record: a minute, and more
/// where ranks share processors, since these start one after the other; at most `chosen_s`.
double start_limit_s(const machines::MpiLaunch& launch, std::optional<double> chosen_s);

/// How long all points of a launch together may wait for processors to be as usual, measurements
/// that do not count included: min(30 s, 6 x `budget_s`, the largest of a point), and at most half
/// of what `chosen_s` leaves beyond that budget, since one point may use it all.
double patience_s(double budget_s, std::optional<double> chosen_s);

/// "stopped after its time limit of 60 s; --point-timeout SECONDS sets another".
std::string describe_time_limit(double limit_s);

}  // namespace sparlab::experiments::run
