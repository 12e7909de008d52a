#pragma once

#include <filesystem>
#include <vector>

#include "experiments/points/planned_point.hpp"

namespace sparlab::experiments {

/// Writes the points that one start of the mpi worker will run.
/// Errors  EnvironmentError.
void write_points_file(const std::filesystem::path& file, const std::vector<PlannedPoint>& points);

/// Errors  ConfigError, FormatError.
std::vector<PlannedPoint> read_points_file(const std::filesystem::path& file);

}  // namespace sparlab::experiments
