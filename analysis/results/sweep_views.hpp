#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// Records of one sweep with one platform and the same settings. If an engine lacks a setting, as
/// mpi lacks a machine, its records belong to the views of all values. Texts are printable.
struct SweepView {
  std::string experiment;
  std::string label;
  std::string platform;                 ///< empty if there are only measurements
  std::string settings;                 ///< "uniform, float, uint32, seed 1"
  std::string_view task = "allreduce";  ///< that the times are of (Settings::task)
  Axis axis = Axis::density;
  std::vector<Panel> panels;
  std::vector<const experiments::Record*>
      failed;                  ///< records whose check failed; they are in no panel
  std::size_t superseded = 0;  ///< records replaced by a later one
  /// P of records with an extrapolated union, and the ranks for which their input has data.
  std::map<std::uint64_t, std::uint64_t> extrapolated;

  /// "quickstart / gige"; the label alone where the experiment has the same name.
  std::string name() const;
  /// "quickstart / gige, platform gige-8".
  std::string title() const;
};

/// Below the title of a figure: a place in a panel, the platform, and which ranks shared
/// processors.
std::string subtitle_of(const SweepView& sweep, const Panel& panel, const std::string& place);

/// Groups records by sweep, platform and settings, and each group into panels along its free axis:
/// among density, P and N, the one with the most values (the first if there are several). Densities
/// that differ only because k is a whole number count as one. Densities of real data, which follow
/// from P, are not an axis.
///
/// The result points into `records`. O(n log n).
std::vector<SweepView> group_by_sweep(std::span<const experiments::Record> records);

}  // namespace sparlab::analysis
