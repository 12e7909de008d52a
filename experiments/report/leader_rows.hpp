#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// The functions that define a table of leaders.
struct LeaderCells {
  /// The records that share the first place on an engine at a position, the fastest first; empty if
  /// they are not known.
  std::function<std::vector<const Record*>(Engine, double position)> leaders;
  /// The cell of an engine for one of them.
  std::function<std::string(const Record& leader, double position)> cell;
  /// Optional: a cell before those of the engines.
  std::function<std::string(const std::string& algorithm, double position)> remark = {};
};

/// For each position, a row for each algorithm that has the first place on some engine, with a cell
/// for each such engine. All numbers of a row thus belong to the algorithm that the row names, and
/// algorithms that share a first place are in consecutive rows. The first two cells of a row are
/// the position (only in its first row) and the algorithm.
std::vector<std::vector<std::string>> leader_rows(const Panel& panel, const LeaderCells& cells);

}  // namespace sparlab::experiments
