#pragma once

#include <string>

#include "experiments/spec/points/point.hpp"
#include "model/costs/problem.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments::run {

/// What sparlab_auto does with a problem: "dense_ring", "sparse_ring with delta" where it takes
/// fewer formats than the problem allows, or "a gather of all inputs".
std::string delegation_text(const model::Problem& problem);

/// The same for the input of a point on a platform, as the engines model, loggp and simgrid have
/// it. Errors  inputs::DataError: unusable data file.
std::string delegation_text(const Point& point, const platforms::PlatformFile& platform);

}  // namespace sparlab::experiments::run
