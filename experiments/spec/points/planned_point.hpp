#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "algos/registry/algorithm_info.hpp"
#include "experiments/spec/points/point.hpp"
#include "experiments/spec/points/record.hpp"
#include "model/base/cost.hpp"
#include "training/problem/problem.hpp"

namespace sparlab::experiments {

/// All fields of a point. Keys equal those of a sweep in an experiment file where they have the
/// same meaning. point_from_json(point_to_json(p)) is bitwise equal to p.
nlohmann::json point_to_json(const Point& point);

/// The settings of a point of this algorithm whose stored form lacks them: inputs have the form on
/// which the algorithm works.
Settings default_settings(const model::Algorithm& algorithm);

/// True if the inputs of a point of this algorithm are dense.
bool begins_dense(const Settings& settings, const algos::AlgorithmInfo& algorithm);

/// Errors  FormatError that names the key that is missing or has the wrong type.
Point point_from_json(const nlohmann::json& object);

/// Stored numbers may be any; those of a plan are in these ranges.
/// Errors  FormatError: P, N, nnz or density out of range.
void check_size(const Point& point);
/// Errors  FormatError: the groups of a stored point are those of other ranks.
void check_groups(const Point& point);

/// An input as in an experiment file: its kind and the settings of this kind.
nlohmann::json input_to_json(const inputs::InputSpec& input);
inputs::InputSpec input_from_json(const nlohmann::json& object);

/// A point and the data that identify it.
struct PlannedPoint {
  Point point;
  std::string platform_hash;  ///< of the content of the platform file, if the result depends on it
  std::string input_hash;     ///< of the data file's content; empty for generated inputs
  std::string id;             ///< point_id of the above
  std::string launcher_hash = {};  ///< mpi only: of the launcher; empty for `local`
  /// mpi only: the content of the platform by which algorithms choose, and its machine of so many
  /// ranks. choose_by sets both.
  std::shared_ptr<const std::string> chosen_by = {};
  std::optional<model::Machine> machine = {};
  /// mpi only: how far apart processors of one host were when the platform was calibrated.
  std::optional<double> processor_round_trip_s = {};
  /// The ranks for which the input has data, if P is larger; 0 otherwise. Unions are then
  /// extrapolated.
  std::uint64_t extrapolated_from = 0;
  /// Training on mpi only: what ranks must know of the samples that they do not read.
  std::optional<training::Problem> problem = {};
};

/// Algorithms that choose do so by the platform with this content, a JSON text.
/// Errors  ConfigError, FormatError: it is not that of a platform file.
void choose_by(PlannedPoint& planned, std::shared_ptr<const std::string> content);

/// The hash of everything that determines a point's result. A data file and a launcher file are
/// identified by their content rather than their path.
std::string point_id(const Point& point, const std::string& platform_hash,
                     const std::string& input_hash, const std::string& launcher_hash = {});

/// True if the points differ in P, N, nnz and density alone.
bool same_but_size(const Point& left, const Point& right);

/// Computes the ids of many points faster: it keeps the text of what points have in common.
class PointIds {
 public:
  PointIds();
  ~PointIds();

  /// Equal to point_id of the same arguments.
  std::string id(const Point& point, const std::string& platform_hash,
                 const std::string& input_hash, const std::string& launcher_hash = {});

 private:
  struct Hashes {
    std::string platform, input, launcher;
    bool operator==(const Hashes&) const = default;
  };
  class Text;
  std::map<std::string, std::unique_ptr<Text>> texts_;  ///< by engine and algorithm
};

nlohmann::json planned_point_to_json(const PlannedPoint& planned);

/// Errors  FormatError; ConfigError: what choose_by refuses.
PlannedPoint planned_point_from_json(const nlohmann::json& object);

/// Runs one point and adds to its record the fields common to all engines: id, point, hashes, start
/// time, duration, and the environment (entries set by `execute` stay).
Record run_and_describe(const PlannedPoint& planned, const std::function<Record()>& execute);

}  // namespace sparlab::experiments
