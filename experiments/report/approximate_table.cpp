#include "experiments/report/approximate_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/points/engine.hpp"
#include "experiments/report/coverage.hpp"
#include "experiments/report/leader_rows.hpp"
#include "experiments/report/standing.hpp"
#include "experiments/text/unit_text.hpp"

namespace sparlab::experiments {
namespace {

std::string engine_cell(const std::string& time, const std::string& gain) {
  return fmt::format("{:>7} {:>8}", time, gain);
}

/// The range of the lost mass over all engines and positions; nullopt if none was lost.
std::optional<KnownError> lost_mass(const Panel& panel, const std::string& algorithm) {
  std::vector<double> values;
  for (const Series& series : panel.series) {
    if (series.algorithm != algorithm) continue;
    for (const Record* record : series.records) {
      const auto found = record->terms.find("lost_mass");
      if (found != record->terms.end()) values.push_back(found->second);
    }
  }
  if (values.empty()) return std::nullopt;
  const auto [least, greatest] = std::ranges::minmax(values);
  return KnownError{least, greatest};
}

/// The algorithms that compete at each position: those within the bound, or all of them at
/// positions where no error is known.
Panel competing(const Panel& panel, double most_error) {
  const Panel approximate = panel.approximate();
  const std::vector<std::string> algorithms = approximate.algorithms();
  const Panel eligible = within_error(panel, most_error);
  Panel shown = approximate;
  for (Series& series : shown.series)
    std::erase_if(series.records, [&](const Record* record) {
      const double where = position(panel.axis, record->point);
      const Series* const known = eligible.find(series.engine, series.algorithm);
      if (known != nullptr && known->at(panel.axis, where) != nullptr) return false;
      return std::ranges::any_of(algorithms, [&](const std::string& algorithm) {
        return known_error(panel, algorithm, where).has_value();
      });
    });
  std::erase_if(shown.series, [](const Series& series) { return series.records.empty(); });
  return shown;
}

}  // namespace

std::vector<std::vector<std::string>> approximate_rows(const Panel& panel, double most_error) {
  const Panel exact = panel.exact();
  const Panel shown = competing(panel, most_error);
  if (shown.series.empty()) return {};
  const LeaderCells cells{
      .leaders =
          [&](Engine engine, double where) {
            const auto standing = standing_at(shown, engine, where);
            return standing ? standing->leaders : std::vector<const Record*>{};
          },
      .cell =
          [&](const Record& leader, double where) {
            const Engine engine = leader.point.engine;
            const std::string time = seconds_text(leader.time_s);
            if (!Coverage(exact, engine).is_complete(where)) return engine_cell(time, "?");
            const auto best = standing_at(exact, engine, where);
            const bool comparable = best && leader.time_s > 0;
            return engine_cell(
                time, comparable ? ratio_text(best->winner().time_s / leader.time_s) : "-");
          },
      .remark =
          [&](const std::string& algorithm, double where) {
            const auto error = known_error(panel, algorithm, where);
            return error ? error->text() : "unknown";
          }};
  std::vector<std::string> names{"", "", ""};
  std::vector<std::string> headings{std::string(name_of(panel.axis)), "fastest approximate",
                                    "error_l2"};
  for (const Engine engine : shown.engines()) {
    names.push_back(fmt::format("{:>7}", name_of(engine)));
    headings.push_back(engine_cell("time", "vs exact"));
  }
  std::vector<std::vector<std::string>> rows{names, headings};
  for (auto& row : leader_rows(shown, cells)) rows.push_back(std::move(row));
  return rows;
}

std::vector<std::vector<std::string>> error_rows(const Panel& panel) {
  std::vector<std::vector<std::string>> rows{{"approximate results", "error_l2", "mass lost"}};
  for (const std::string& algorithm : panel.approximate().algorithms()) {
    const auto error = known_error(panel, algorithm);
    if (!error) continue;
    const auto lost = lost_mass(panel, algorithm);
    rows.push_back({algorithm, error->text(), lost ? lost->text() : "none"});
  }
  return rows.size() > 1 ? rows : std::vector<std::vector<std::string>>{};
}

}  // namespace sparlab::experiments
