#pragma once

#include "experiments/plan/point.hpp"
#include "experiments/platform/platform_file.hpp"
#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// Runs one point on its engine (any but mpi) and fills the fields of the record that follow from
/// it; identity, environment and times of the host are the caller's.
///
/// `simgrid` allows one run a process: callers fork.
/// Errors  inputs::DataError, runtime::CommError, EnvironmentError (an engine that is not built
/// in).
Record execute(const Point& point, const PlatformFile& platform);

}  // namespace sparlab::experiments
