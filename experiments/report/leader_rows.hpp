#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// What a table of leaders asks of its owner.
struct LeaderCells {
  /// Records that have the first place on an engine at a position, the fastest first; none if
  /// nothing can be said.
  std::function<std::vector<const Record*>(Engine, double position)> leaders;
  /// An engine's cell about one of them.
  std::function<std::string(const Record& leader, double position)> cell;
  /// A cell before those of the engines, if there is to be one.
  std::function<std::string(const std::string& algorithm, double position)> remark = {};
};

/// For each position a row for each algorithm that has the first place on some engine, with a cell
/// for each engine on which it has: each number of a row belongs to the algorithm that the row
/// names, and who shares a first place stands in rows one below the other. The first cells of a row
/// are the position, in the first of its rows only, and the algorithm.
std::vector<std::vector<std::string>> leader_rows(const Panel& panel, const LeaderCells& cells);

}  // namespace sparlab::experiments
