#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/points/point.hpp"
#include "experiments/points/record.hpp"
#include "model/base/cost.hpp"

namespace sparlab::experiments {

/// All fields of a point. Keys equal those of a sweep in an experiment file where they have the
/// same meaning. point_from_json(point_to_json(p)) is bitwise equal to p.
nlohmann::json point_to_json(const Point& point);

/// Errors  FormatError that names the key that is missing or has the wrong type.
Point point_from_json(const nlohmann::json& object);

/// An input as in an experiment file: its kind and the settings of this kind.
nlohmann::json input_to_json(const inputs::InputSpec& input);
inputs::InputSpec input_from_json(const nlohmann::json& object);

/// A point and the data that identify it.
struct PlannedPoint {
  Point point;
  std::string platform_hash;  ///< of the content of the platform file, if the result depends on it
  std::string input_hash;     ///< of the data file's content; empty for generated inputs
  std::string id;             ///< point_id of the above
  /// mpi only: this machine as platform `local` describes it, for algorithms that choose by it.
  std::optional<model::Machine> machine = {};
};

/// The hash of everything that determines a point's result. A data file is identified by its
/// content rather than its path.
std::string point_id(const Point& point, const std::string& platform_hash,
                     const std::string& input_hash);

nlohmann::json planned_point_to_json(const PlannedPoint& planned);

/// Errors  FormatError.
PlannedPoint planned_point_from_json(const nlohmann::json& object);

/// Writes the points that one start of the mpi worker will run.
/// Errors  EnvironmentError.
void write_points_file(const std::filesystem::path& file, const std::vector<PlannedPoint>& points);

/// Errors  ConfigError, FormatError.
std::vector<PlannedPoint> read_points_file(const std::filesystem::path& file);

/// Runs one point and adds to its record the fields common to all engines: id, point, hashes, start
/// time, duration, and the environment (entries set by `execute` stay).
Record run_and_describe(const PlannedPoint& planned, const std::function<Record()>& execute);

}  // namespace sparlab::experiments
