#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "experiments/plan/point.hpp"
#include "experiments/records/record.hpp"
#include "model/cost.hpp"

namespace sparlab::experiments {

/// A point with what identifies it.
struct PlannedPoint {
  Point point;
  std::string platform_hash;  ///< of the content of the platform file that the result depends on
  std::string input_hash;     ///< of the data file's content; empty for generated inputs
  std::string id;             ///< point_id of the above
  /// mpi only: this machine as `local` describes it, for algorithms that choose by it.
  std::optional<model::Machine> machine = {};
};

/// Content hash of everything that decides a point's result. A data file counts by its content and
/// not by its path.
std::string point_id(const Point& point, const std::string& platform_hash,
                     const std::string& input_hash);

nlohmann::json planned_point_to_json(const PlannedPoint& planned);

/// Errors  FormatError.
PlannedPoint planned_point_from_json(const nlohmann::json& object);

/// Runs one point and adds to its record what every engine shares: id, point, hashes, when it
/// started, how long it took, and the environment (what `execute` put there stays).
Record run_and_describe(const PlannedPoint& planned, const std::function<Record()>& execute);

}  // namespace sparlab::experiments
