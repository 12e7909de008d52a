#include "experiments/report/leader_rows.hpp"

#include <algorithm>

namespace sparlab::experiments {
namespace {

std::vector<std::vector<std::string>> rows_at(const Panel& panel, const LeaderCells& cells,
                                              double position) {
  const std::vector<Engine> engines = panel.engines();
  const std::size_t before = cells.remark ? 3 : 2;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    for (const Record* leader : cells.leaders(engines[i], position)) {
      const std::string& name = leader->point.algorithm.spec();
      auto row = std::ranges::find_if(rows, [&](const auto& other) { return other[1] == name; });
      if (row == rows.end()) {
        std::vector<std::string> fresh(before + engines.size());
        if (rows.empty()) fresh[0] = position_text(panel.axis, position);
        fresh[1] = name;
        if (cells.remark) fresh[2] = cells.remark(name, position);
        row = rows.insert(rows.end(), std::move(fresh));
      }
      (*row)[before + i] = cells.cell(*leader, position);
    }
  }
  return rows;
}

}  // namespace

std::vector<std::vector<std::string>> leader_rows(const Panel& panel, const LeaderCells& cells) {
  std::vector<std::vector<std::string>> rows;
  for (const double position : panel.positions)
    for (auto& row : rows_at(panel, cells, position)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace sparlab::experiments
