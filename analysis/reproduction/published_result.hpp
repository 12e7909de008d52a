#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
};

/// The enumerators index their names.
std::string_view name_of(Field field);

/// Points of one sweep. Axes that are not given must have one value in the sweep.
struct PointSelection {
  std::string sweep;
  experiments::Engine engine = experiments::Engine::model;
  std::vector<model::Algorithm> algorithms;
  bool take_greatest = false;  ///< of several algorithms the greatest value counts, not the least
  std::optional<std::uint64_t> ranks;
  std::optional<std::uint64_t> universe;
  std::optional<double> density;
  std::string json_path;  ///< for errors
};

/// The kinds of quantities. There is no language of expressions on purpose.
enum class QuantityKind : std::uint8_t {
  value,     ///< a field of one selection
  ratio,     ///< a field of one selection over that of another
  crossing,  ///< the place on an axis where the ratio of two selections has a value
  growth,    ///< a value or a ratio at one place of an axis over that at another
};

enum class CrossingAxis : std::uint8_t { ranks, universe, density };

/// A number computed from records.
struct DerivedQuantity {
  QuantityKind kind = QuantityKind::value;
  Field field = Field::time_s;
  PointSelection of;
  std::optional<PointSelection> over;          ///< ratio and crossing, and growth of a ratio
  CrossingAxis along = CrossingAxis::density;  ///< crossing and growth
  double level = 1;                            ///< crossing: the ratio to be found
  double from = 0, to = 0;                     ///< growth: the places
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
  std::optional<Explanation> explanation;
};

/// A curve of a row's picture: a field, or a ratio, along the axis of the picture.
struct PublishedCurve {
  std::string label;
  PointSelection of;
  std::optional<PointSelection> over;
  std::optional<double> to;  ///< the last position
  std::string json_path;     ///< for errors
};

/// What a picture shows of the paper: a point, or a range of values.
struct PublishedMark {
  std::string text;
  std::optional<double> at;  ///< the position of a point
  Published published;
};

/// The picture of a row: our curves beside what is published.
struct PublishedFigure {
  CrossingAxis along = CrossingAxis::ranks;
  Field field = Field::time_s;
  std::string y_label;
  std::vector<PublishedCurve> curves;
  std::vector<PublishedMark> marks;
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

/// The text of published.schema.json, by this name; the build compiles it into the program.
std::string_view published_schema_file(std::string_view name);

}  // namespace sparlab::analysis
