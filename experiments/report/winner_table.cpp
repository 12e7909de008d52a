#include "experiments/report/winner_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "experiments/points/engine.hpp"
#include "experiments/report/coverage.hpp"
#include "experiments/report/leader_rows.hpp"
#include "experiments/report/standing.hpp"
#include "experiments/text/unit_text.hpp"

namespace sparlab::experiments {
namespace {

std::string engine_cell(const std::string& time, const std::string& lead, const std::string& gain) {
  return fmt::format("{:>7} {:>5} {:>6}", time, lead, gain);
}

std::string lead_text(const Standing& standing, const Record& leader) {
  if (standing.fastest_first.size() == 1) return "alone";
  const auto lead = standing.lead(leader);
  const bool tied = standing.leaders.size() > 1;
  if (!lead) return tied ? "tie" : "-";
  const double percent = std::round(100 * (*lead - 1)) + 0.0;  // no "-0"
  if (tied) return leader.deterministic ? "tie" : fmt::format("~{:.0f}%", percent);
  if (*lead >= 2) return ratio_text(*lead);
  return percent < 1 ? "+<1%" : fmt::format("+{:.0f}%", percent);
}

/// The table of one panel.
class WinnerTable {
 public:
  explicit WinnerTable(const Panel& panel) : panel_(panel) {
    for (const Engine engine : panel.engines()) coverages_.try_emplace(engine, panel, engine);
  }

  std::vector<std::vector<std::string>> rows() const {
    std::vector<std::string> engine_names{"", ""};
    std::vector<std::string> headings{std::string(name_of(panel_.axis)), "winner"};
    for (const auto& [engine, coverage] : coverages_) {
      engine_names.push_back(fmt::format("{:>7}", name_of(engine)));
      headings.push_back(engine_cell("time", "lead", "gain"));
    }
    std::vector<std::vector<std::string>> rows{engine_names, headings};
    const LeaderCells cells{
        .leaders =
            [this](Engine engine, double position) {
              const auto standing = standing_at(panel_, engine, position);
              return standing ? standing->leaders : std::vector<const Record*>{};
            },
        .cell = [this](const Record& leader, double position) { return cell(leader, position); }};
    for (auto& row : leader_rows(panel_, cells)) rows.push_back(std::move(row));
    return rows;
  }

 private:
  std::string cell(const Record& leader, double position) const {
    const Engine engine = leader.point.engine;
    const Standing standing = *standing_at(panel_, engine, position);
    // A missing algorithm may be faster here, so neither lead nor best dense time is known.
    if (!coverages_.at(engine).is_complete(position))
      return engine_cell(seconds_text(leader.time_s), "?", "?");
    const auto gain = standing.gain(leader);
    return engine_cell(seconds_text(leader.time_s), lead_text(standing, leader),
                       gain ? ratio_text(*gain) : "-");
  }

  const Panel& panel_;
  std::map<Engine, Coverage> coverages_;
};

}  // namespace

std::vector<std::vector<std::string>> winner_rows(const Panel& panel) {
  return WinnerTable(panel).rows();
}

}  // namespace sparlab::experiments
