#include "experiments/report/winner_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/plan/names.hpp"
#include "experiments/report/named_winners.hpp"
#include "experiments/report/standing.hpp"
#include "experiments/report/unit_text.hpp"

namespace sparlab::experiments {
namespace {

std::string engine_cell(const std::string& time, const std::string& lead, const std::string& gain) {
  return fmt::format("{:>7} {:>5} {:>6}", time, lead, gain);
}

std::string lead_text(const Standing& standing) {
  if (standing.fastest_first.size() == 1) return "alone";
  const auto lead = standing.lead();
  if (!lead) return standing.tied > 1 ? "tie" : "-";
  const double percent = 100 * (*lead - 1);
  if (standing.tied > 1)
    return standing.winner().deterministic ? "tie" : fmt::format("~{:.0f}%", percent);
  if (*lead >= 2) return ratio_text(*lead);
  return percent < 0.5 ? "+<1%" : fmt::format("+{:.0f}%", percent);
}

std::string standing_cell(const Standing& standing, const std::string& algorithm) {
  const auto record = std::ranges::find_if(
      standing.fastest_first, [&](const Record* r) { return r->point.algorithm == algorithm; });
  const auto gain = standing.sparse_speedup();
  return engine_cell(seconds_text((*record)->time_s), lead_text(standing),
                     gain ? ratio_text(*gain) : "-");
}

/// The rows of one position: one for each winner that some engine sees.
std::vector<std::vector<std::string>> rows_at(const Panel& panel, const NamedWinners& winners,
                                              double position) {
  const std::vector<Engine> engines = panel.engines();
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const auto standing = standing_at(panel, engines[i], position);
    if (!standing) continue;
    const std::string& winner = winners.at(position).at(engines[i]);
    auto row = std::ranges::find_if(rows, [&](const auto& r) { return r[1] == winner; });
    if (row == rows.end()) {
      std::vector<std::string> fresh(2 + engines.size());
      if (rows.empty()) fresh[0] = position_text(panel.axis, position);
      fresh[1] = winner;
      row = rows.insert(rows.end(), std::move(fresh));
    }
    (*row)[2 + i] = standing_cell(*standing, (*row)[1]);
  }
  return rows;
}

}  // namespace

std::vector<std::vector<std::string>> winner_rows(const Panel& panel) {
  std::vector<std::string> engine_names{"", ""};
  std::vector<std::string> headings{std::string(name_of(panel.axis)), "winner"};
  const NamedWinners winners(panel);
  for (const Engine engine : panel.engines()) {
    engine_names.push_back(fmt::format("{:>7}", name_of(engine)));
    headings.push_back(engine_cell("time", "lead", "gain"));
  }
  std::vector<std::vector<std::string>> rows{engine_names, headings};
  for (const double position : panel.positions)
    for (auto& row : rows_at(panel, winners, position)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace sparlab::experiments
