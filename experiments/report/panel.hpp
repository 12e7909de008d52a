#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/points/record.hpp"

namespace sparlab::experiments {

/// The variable that varies along a panel.
enum class Axis : std::uint8_t { density, ranks, universe };

/// "density", "P" or "N".
std::string_view name_of(Axis axis);
/// "number of ranks, P", for figures.
std::string_view label_of(Axis axis);

/// The coordinate of a point on an axis.
double position(Axis axis, const Point& point);

/// A position as a text for tables: "0.0312", "2^24".
std::string position_text(Axis axis, double position);

/// The same with the name of the axis: "density 0.0312", "P = 8".
std::string place_text(Axis axis, double position);
/// The same for a text of several positions: "P = 8 to 64".
std::string place_text(Axis axis, const std::string& positions);

/// The records of one engine and one algorithm: one per position, in order of increasing positions.
struct Series {
  Engine engine = Engine::model;
  std::string algorithm;
  std::vector<const Record*> records;

  /// Null if there is none.
  const Record* at(Axis axis, double position) const;
};

/// The series of one sweep that differ only by engine and algorithm, along the free axis. Of P, N
/// and density, only the free one varies.
struct Panel {
  Axis axis = Axis::density;
  std::uint64_t ranks = 1;
  std::uint64_t universe = 1;
  double density = 0;
  std::vector<double> positions;  ///< of all series, increasing
  std::vector<Series> series;     ///< by engine, then in the order of the registry

  std::vector<Engine> engines() const;          ///< those that have a series
  std::vector<std::string> algorithms() const;  ///< of any engine, in the order of the registry
  const Series* find(Engine engine, std::string_view algorithm) const;  ///< null if none

  /// The same with only the series of exact or of approximate algorithms. Approximate ones compute
  /// another result, so their times are not compared with exact ones.
  Panel exact() const;
  Panel approximate() const;

  /// The coordinates that do not vary: "P = 8, N = 2^24".
  std::string fixed_text() const;
  /// The range of densities, for real data, where they follow from P.
  std::string density_text() const;
};

/// Records of one sweep with one platform and the same settings. If an engine lacks a setting, as
/// mpi lacks a machine, its records belong to the views of all values. Texts are printable.
struct SweepView {
  std::string experiment;
  std::string label;
  std::string platform;  ///< empty if there are only measurements
  std::string settings;  ///< "uniform, float, uint32, seed 1"
  Axis axis = Axis::density;
  std::vector<Panel> panels;
  std::vector<const Record*> failed;  ///< records whose check failed; they are in no panel
  std::size_t superseded = 0;         ///< records replaced by a later one

  /// "quickstart / gige, platform gige-8".
  std::string title() const;
};

/// Groups records by sweep, platform and settings, and each group into panels along its free axis:
/// among density, P and N, the one with the most values (the first if there are several). Densities
/// that differ only because k is a whole number count as one. Densities of real data, which follow
/// from P, are not an axis.
///
/// The result points into `records`. O(n log n).
std::vector<SweepView> group_by_sweep(std::span<const Record> records);

/// True for algorithms on dense vectors. Unknown names are sparse.
bool is_dense(std::string_view algorithm);

/// True for algorithms whose result is not the sum of all inputs. Unknown names are exact.
bool is_approximate(std::string_view algorithm);

/// The position of an algorithm in the registry, whatever its settings; unknown names come last.
std::size_t registry_position(std::string_view algorithm);

}  // namespace sparlab::experiments
