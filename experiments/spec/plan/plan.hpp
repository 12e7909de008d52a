#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "machines/launchers/launcher.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments {

/// The maximum number of points of one experiment: the sum over sweeps of the product of the
/// lengths of their axes. Each point takes about a kilobyte before anything runs, and more as a
/// record.
inline constexpr std::uint64_t kMostPoints = 1000000;

/// All points of an experiment, fully resolved. Their order depends on the experiment alone: by
/// sweep, P, N, density, algorithm, engine.
struct Plan {
  std::string experiment;
  std::string title;
  std::vector<PlannedPoint> points;
  std::map<std::string, platforms::PlatformFile> platforms;  ///< by Point::platform
  std::map<std::string, machines::Launcher> launchers;  ///< of measurements, by Point::launcher
  std::string no_local;  ///< why platform `local` could not be measured, if this was tried
};

/// Resolves an experiment: opens its platforms, launchers and data files, converts densities to
/// numbers of entries (at least one unless the density is 0; densities with the same number count
/// once), and computes the id of each point. Settings that an engine does not use get their
/// defaults, so that changing them does not change the point. Errors  ConfigError: more than
/// kMostPoints points (counted before any is made), settings of an
///         algorithm that do not fit P and N, unknown platform or launcher, more ranks than its
///         hosts, a platform without links for simgrid, data too large for the index type, more
///         ranks than the data's for an engine that moves data.
/// Errors  inputs::DataError: unusable data file.
Plan make_plan(const Experiment& experiment);

/// True for a point of mpi whose algorithm chooses by platform `local` if that is not measured yet:
/// such a point cannot run. Making a plan does not measure.
bool lacks_machine(const PlannedPoint& planned);

nlohmann::json plan_to_json(const Plan& plan);

}  // namespace sparlab::experiments
