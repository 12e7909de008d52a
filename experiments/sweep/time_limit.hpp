#pragma once

#include <optional>
#include <string>

#include "experiments/plan/point.hpp"

namespace sparlab::experiments {

/// How long a point may run before it counts as hung. `chosen_s` (--point-timeout) holds for every
/// point; without it the limit follows from the predicted time, which may be wrong by a factor, on
/// a machine that may be busy:
///   model, loggp, simgrid: max(60 s, 20 x predicted);
///   mpi: its budget + max(1, ranks / processors) x max(60 s, 20 x its least repetitions).
double time_limit_s(const Point& point, std::optional<double> chosen_s);

/// "stopped after its time limit of 60 s; --point-timeout SECONDS sets another".
std::string describe_time_limit(double limit_s);

}  // namespace sparlab::experiments
