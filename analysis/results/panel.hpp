#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/spec/points/record.hpp"

namespace sparlab::analysis {

/// The variable that varies along a panel.
enum class Axis : std::uint8_t { density, ranks, universe };

/// "density", "P" or "N".
std::string_view name_of(Axis axis);

/// The coordinate of a point on an axis.
double position(Axis axis, const experiments::Point& point);

/// A position as a text for tables: "0.0312", "2^24".
std::string position_text(Axis axis, double position);

/// The same with the name of the axis: "density 0.0312", "P = 8".
std::string place_text(Axis axis, double position);
/// The same for a text of several positions: "P = 8 to 64".
std::string place_text(Axis axis, const std::string& positions);

/// The records of one engine and one algorithm: one per position, in order of increasing positions.
struct Series {
  experiments::Engine engine = experiments::Engine::model;
  std::string algorithm;
  std::vector<const experiments::Record*> records;

  /// Null if there is none.
  const experiments::Record* at(Axis axis, double position) const;
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

  std::vector<experiments::Engine> engines() const;  ///< those that have a series
  std::vector<std::string> algorithms() const;  ///< of any engine, in the order of the registry
  const Series* find(experiments::Engine engine,
                     std::string_view algorithm) const;  ///< null if none

  /// The same with only the series of exact or of approximate algorithms. Approximate ones compute
  /// another result, so their times are not compared with exact ones.
  Panel exact() const;
  Panel approximate() const;
  /// The exact algorithms that compete for the first place: those that choose another one do not,
  /// unless nothing else ran.
  Panel competing() const;
  /// The exact algorithms that do not compete.
  Panel choosing() const;

  /// Without measurements in which ranks shared a processor: what can be compared between engines.
  Panel comparable() const;

  /// The coordinates that do not vary: "P = 8, N = 2^24".
  std::string fixed_text() const;
  /// The same, and which measurements cannot be compared: "P = 8, N = 2^24; mpi: 8 ranks on 2
  /// processors".
  std::string title() const;
  /// The range of densities, for real data, where they follow from P.
  std::string density_text() const;
};

/// True for dense allreduces (AlgorithmInfo::dense). Unknown names are sparse.
bool is_dense(std::string_view algorithm);

/// True for algorithms whose result is not the sum of all inputs. Unknown names are exact.
bool is_approximate(std::string_view algorithm);

/// True for algorithms that choose another one. Unknown names do not.
bool chooses(std::string_view algorithm);

/// The position of an algorithm in the registry, whatever its settings; unknown names come last.
std::size_t registry_position(std::string_view algorithm);

/// The same algorithms in the order of the registry.
std::vector<std::string> in_registry_order(const std::set<std::string>& algorithms);

/// Measurements of a panel in which several ranks shared a processor. They cannot be compared with
/// a model or simulation, where every rank has its own processor.
struct ProcessorSharing {
  std::set<std::uint64_t> ranks;     ///< every P with shared processors
  std::set<std::string> processors;  ///< numbers of processors; several for several machines

  void add(const experiments::Record& record);
  /// "mpi: 4, 8 ranks on 2 processors".
  std::string text() const;
};

/// True for a measurement in which ranks shared a processor.
bool shares_processors(const experiments::Record& record);

/// Whether the processors of ranks of one host were further apart, nearer or busier than when the
/// platform was calibrated, during more than a tenth of the samples. Such a time is that of
/// another machine.
bool processors_moved(const experiments::Record& record);

/// nullopt if every measurement had a processor for each rank, or if there are no measurements.
std::optional<ProcessorSharing> processor_sharing(const Panel& panel);

}  // namespace sparlab::analysis
