#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "model/analysis/machine_fit.hpp"

namespace sparlab::analysis {

/// Which records a fit uses. Empty lists and texts: all.
struct FitSelection {
  std::vector<std::filesystem::path> results = {};  ///< output folders
  std::string machine = {};                         ///< platform of the records
  /// As in the records, or the name of a code, such as over.
  std::vector<std::string> variants = {};
  std::vector<std::string> algorithms = {};
  std::vector<std::uint64_t> ranks = {};
  double port_s_per_byte = 0;  ///< no message is faster; 0: not known
  std::string topology = {};   ///< of the platform with this name; empty: links are not known
};

/// One record with the cost of its algorithm, as the code that ran does it.
struct FittedPoint {
  experiments::Record record;
  model::MeasuredCollective measured;
};

/// The points of one machine, and what they are.
struct FitPoints {
  std::string machine;
  std::vector<FittedPoint> points;  ///< by ranks, run, N, algorithm, variant
  model::FitKnowledge known;
  std::string topology;     ///< as selected
  std::string description;  ///< "25 times of lumi: P = 8, 16; ...; files and hashes"
};

/// Reads the records of engines mpi and measured that are selected. Algorithms without a dense cost
/// formula, such as dense_mpi, are left out unless they are named.
///
/// Errors  ConfigError: no record, several machines or several variants without a selection, a name
///         that no record has, an algorithm that is not dense; as platforms::copied_topology, or
///         it has fewer hosts than a record has ranks.
FitPoints select_fit_points(const FitSelection& selection,
                            const std::vector<experiments::Record>& records);

/// The same from output folders.
FitPoints read_fit_points(const FitSelection& selection);

/// The machine of the points.
///
/// Errors  std::invalid_argument: as model::fit_machine.
model::MachineFit fit_points(const FitPoints& points);

}  // namespace sparlab::analysis
