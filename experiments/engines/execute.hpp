#pragma once

#include "experiments/platforms/platform_file.hpp"
#include "experiments/points/point.hpp"
#include "experiments/points/record.hpp"

namespace sparlab::experiments {

/// Runs one point on its engine (any but mpi) and fills the fields of the record that follow from
/// the run. The caller sets identity, environment and times of the host.
///
/// `simgrid` allows only one run in a process, so callers fork.
/// Errors  inputs::DataError, runtime::CommError, EnvironmentError (the engine was not built).
Record execute(const Point& point, const PlatformFile& platform);

}  // namespace sparlab::experiments
