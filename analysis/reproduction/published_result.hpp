#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/results/panel.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/algorithms/algorithm.hpp"

namespace sparlab::analysis {

/// What is read from a record.
enum class Field : std::uint8_t {
  time_s,
  network_s,        ///< model only: the time without local work
  bytes,            ///< of all ranks
  result_density,   ///< entries of the union over N
  bus_bytes_per_s,  ///< 2 (P-1)/P bytes of the dense vector over the time, as nccl-tests define it
  // Of a step of training:
  compute_s,
  selection_s,
  exposed_s,      ///< communication that is not hidden below the computation
  not_compute_s,  ///< the step without its computation
};

/// The enumerators index their names.
std::string_view name_of(Field field);

/// A number computed from the points of one sweep: a field, or the ratio of a field of two sets of
/// algorithms. Axes that are not given must have one value in the sweep. Along an axis it is a
/// curve: a claim is about the place where the ratio has the value `level` (a crossing), or about
/// the value at `to` over that at `from` (a growth).
struct DerivedQuantity {
  std::string sweep;
  experiments::Engine engine = experiments::Engine::model;
  Field field = Field::time_s;
  std::vector<model::Algorithm> of;
  std::vector<model::Algorithm> over = {};  ///< empty: no ratio
  std::string over_sweep = {};              ///< the sweep of `over`, if it is another
  double times = 1;            ///< by which the value is multiplied, as steps of a pass
  bool take_greatest = false;  ///< of several algorithms the greatest value counts, not the least
  std::optional<double> ranks = {}, universe = {}, density = {};
  std::optional<double> over_universe = {};  ///< N of `over`, if it is another
  std::optional<Axis> along = {};
  double level = 1;
  double from = 0, to = 0;     ///< equal without a growth
  std::string json_path = {};  ///< for errors

  bool is_growth() const { return from != to; }
  bool is_crossing() const { return along && !is_growth(); }
  /// The given coordinate on an axis.
  const std::optional<double>& place_on(Axis axis) const {
    return axis == Axis::ranks ? ranks : axis == Axis::universe ? universe : density;
  }
};

/// A published number, or bounds of it.
struct Published {
  double at_least = 0;
  double at_most = 0;  ///< infinity without an upper bound; equal to at_least for a number

  /// 0 within the bounds, otherwise the relative distance from the nearest one, with its sign.
  double difference(double ours) const;
};

/// Why our value differs, and the same quantity under the assumption that explains it.
struct Explanation {
  std::string text;
  std::string shown;  ///< what is changed
  DerivedQuantity quantity;
};

struct Claim {
  std::string name;
  DerivedQuantity quantity;
  Published published;
  double tolerance = 0;  ///< of the difference
  bool fitted = false;   ///< a number of the experiment was chosen such that this claim holds
  std::optional<Explanation> explanation = {};
};

/// A curve of a row's picture.
struct PublishedCurve {
  std::string label;
  DerivedQuantity quantity;  ///< along the axis of the picture
};

/// The picture of a row: our curves beside what is published.
struct PublishedFigure {
  Axis along = Axis::ranks;
  Field field = Field::time_s;
  std::string y_label;
  std::vector<PublishedCurve> curves;
  std::string published_text = {};                     ///< of the points and the range
  std::vector<std::pair<double, double>> points = {};  ///< published: position and value
  std::optional<Published> range = {};                 ///< published
};

/// One row: a file of experiments/published.
struct PublishedResult {
  std::string name;  ///< of the file, without extension
  std::filesystem::path file;
  std::string source;
  std::string setting;
  std::string experiment;  ///< a suite, or the resolved path of an experiment file
  std::string data;        ///< name of a data file that does not ship; empty if none is needed
  std::string note;
  std::vector<Claim> claims;
  std::optional<PublishedFigure> figure;
};

/// Reads one row from the document of a file.
/// Errors  ConfigError with file, JSON path, value and what is accepted.
PublishedResult parse_published_result(const nlohmann::json& document,
                                       const std::filesystem::path& file);

/// The same from the file.
PublishedResult read_published_result(const std::filesystem::path& file);

/// Reads the named rows (names of files that ship, or paths), or all that ship if none is named.
/// Errors  ConfigError: an unknown name, or as read_published_result.
std::vector<PublishedResult> find_published_results(const std::vector<std::string>& names);

}  // namespace sparlab::analysis
