#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// The variable along which a sweep's records are compared and drawn.
enum class Axis : std::uint8_t { density, ranks, universe };

/// "density", "P" or "N".
std::string_view name_of(Axis axis);
/// "number of ranks, P", for figures.
std::string_view label_of(Axis axis);

/// Where a point stands on an axis.
double position(Axis axis, const Point& point);

/// A position as text for tables: "0.0312", "2^24".
std::string position_text(Axis axis, double position);

/// The same with the axis: "density 0.0312", "P = 8".
std::string place_text(Axis axis, double position);
/// The same for several: "P = 8 to 64".
std::string place_text(Axis axis, const std::string& positions);

/// What one engine says of one algorithm: one record a position, positions increasing.
struct Series {
  Engine engine = Engine::model;
  std::string algorithm;
  std::vector<const Record*> records;

  /// Null if there is none.
  const Record* at(Axis axis, double position) const;
};

/// The series of one sweep that differ by engine and algorithm only, along the free axis; P, N and
/// density are the same for all but the one that is free.
struct Panel {
  Axis axis = Axis::density;
  std::uint64_t ranks = 1;
  std::uint64_t universe = 1;
  double density = 0;
  std::vector<double> positions;  ///< of all series, increasing
  std::vector<Series> series;     ///< by engine, then in the order of the registry

  std::vector<Engine> engines() const;          ///< that have a series
  std::vector<std::string> algorithms() const;  ///< of any engine, in the order of the registry
  const Series* find(Engine engine, std::string_view algorithm) const;  ///< null if none

  /// The same with the series of exact algorithms alone, or of approximate ones: these give another
  /// result, so their times do not compete.
  Panel exact() const;
  Panel approximate() const;

  /// The coordinates that do not vary: "P = 8, N = 2^24".
  std::string fixed_text() const;
  /// The densities of real data follow from P: their range.
  std::string density_text() const;
};

/// Records of one sweep with one platform and the same settings. A record whose engine lacks a
/// setting, as mpi a machine, is in the views of all its values. Texts are printable.
struct SweepView {
  std::string experiment;
  std::string label;
  std::string platform;  ///< empty if only measured
  std::string settings;  ///< "uniform, float, uint32, seed 1"
  Axis axis = Axis::density;
  std::vector<Panel> panels;
  std::vector<const Record*> failed;  ///< their check failed: in no panel
  std::size_t superseded = 0;         ///< a later record stands for the same place

  /// "quickstart / gige, platform gige-8".
  std::string title() const;
};

/// Groups records by sweep, platform and settings, and each group into panels along its free axis:
/// the one of density, P and N with the most values (the first of equals). Densities that differ
/// only because k is a whole number count as one, and those of real data, which follow from P, are
/// no axis.
///
/// The result points into `records`. O(n log n).
std::vector<SweepView> group_by_sweep(std::span<const Record> records);

/// True for algorithms on dense vectors. Unknown names are sparse.
bool is_dense(std::string_view algorithm);

/// True for algorithms whose result is not the sum of all inputs. Unknown names are exact.
bool is_approximate(std::string_view algorithm);

/// Where the registry lists an algorithm, whatever its settings; unknown names come last.
std::size_t registry_position(std::string_view algorithm);

}  // namespace sparlab::experiments
