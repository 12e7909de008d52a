#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/run/sweep/worker.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments::run {

/// Divides simulations among processes, and orders them: the longest first, since a long point that
/// starts last would leave the other processes idle. A point has a process of its own, but short
/// ones that share a set-up are adjacent and have one process, as long as they are expected to take
/// at most about a second together.
std::vector<JobRange> make_batches(std::vector<PlannedPoint>& points,
                                   const std::map<std::string, platforms::PlatformFile>& platforms,
                                   const std::function<double(const PlannedPoint&)>& predicted_s);

/// The one with the most ranks.
const PlannedPoint& largest_of(const std::vector<PlannedPoint>& points, JobRange jobs);

}  // namespace sparlab::experiments::run
