#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/spec/points/point.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::analysis {

/// One algorithm on a simulated engine.
struct SimulatedTime {
  std::string algorithm;
  std::optional<double> seconds;
  std::string failure;  ///< why there is no time
};

/// Runs points of engine model on a simulated engine instead, each in a process of its own. A point
/// that is predicted to run for minutes or to need more memory than there is fails.
/// Errors  ConfigError: simgrid on a platform without links.
std::vector<SimulatedTime> simulate(const std::vector<experiments::Point>& points,
                                    const platforms::PlatformFile& platform,
                                    experiments::Engine engine);

}  // namespace sparlab::analysis
