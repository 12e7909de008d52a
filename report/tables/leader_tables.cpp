#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "analysis/results/standing.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/tables/panel_tables.hpp"

namespace sparlab::report {
namespace {

/// What distinguishes the two tables of leaders.
struct LeaderTable {
  std::vector<std::string> first_headings;
  std::string engine_heading;
  /// The cell of an engine for an algorithm that has the first place on it.
  std::function<std::string(const experiments::Record& leader, double position)> cell;
  /// Optional: the third cell of a row.
  std::function<std::string(const std::string& algorithm, double position)> remark = {};
};

/// The rows of one position: one for each algorithm that has the first place on some engine.
TextRows rows_at(const analysis::Panel& panel, const LeaderTable& table, double position) {
  const std::vector<experiments::Engine> engines = panel.engines();
  const std::size_t before = table.first_headings.size();
  TextRows rows;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const auto standing = analysis::standing_at(panel, engines[i], position);
    if (!standing) continue;
    for (const experiments::Record* leader : standing->leaders) {
      const std::string& name = leader->point.algorithm.spec();
      auto row = std::ranges::find_if(rows, [&](const auto& other) { return other[1] == name; });
      if (row == rows.end()) {
        std::vector<std::string> fresh(before + engines.size());
        if (rows.empty()) fresh[0] = analysis::position_text(panel.axis, position);
        fresh[1] = name;
        if (table.remark) fresh[2] = table.remark(name, position);
        row = rows.insert(rows.end(), std::move(fresh));
      }
      (*row)[before + i] = table.cell(*leader, position);
    }
  }
  return rows;
}

/// Two rows of headings, then the rows of each position. All numbers of a row belong to the
/// algorithm that the row names; algorithms that share a first place are in consecutive rows. The
/// position is only in the first of its rows.
TextRows leader_rows(const analysis::Panel& panel, const LeaderTable& table) {
  TextRows rows{std::vector<std::string>(table.first_headings.size()), table.first_headings};
  for (const experiments::Engine engine : panel.engines()) {
    rows[0].push_back(fmt::format("{:>7}", name_of(engine)));
    rows[1].push_back(table.engine_heading);
  }
  for (const double position : panel.positions)
    for (auto& row : rows_at(panel, table, position)) rows.push_back(std::move(row));
  return rows;
}

std::string winner_cell_text(const std::string& time, const std::string& lead,
                             const std::string& gain) {
  return fmt::format("{:>7} {:>5} {:>6}", time, lead, gain);
}

std::string lead_text(const analysis::Standing& standing, const experiments::Record& leader) {
  if (standing.fastest_first.size() == 1) return "alone";
  const auto lead = standing.lead(leader);
  const bool tied = standing.leaders.size() > 1;
  if (!lead) return tied ? "tie" : "-";
  const double percent = std::round(100 * (*lead - 1)) + 0.0;  // no "-0"
  if (tied) return leader.deterministic ? "tie" : fmt::format("~{:.0f}%", percent);
  if (*lead >= 2) return base::ratio_text(*lead);
  return percent < 1 ? "+<1%" : fmt::format("+{:.0f}%", percent);
}

std::string winner_cell(const analysis::Panel& panel, const experiments::Record& leader,
                        double position) {
  const experiments::Engine engine = leader.point.engine;
  const std::string time = base::seconds_text(leader.time_s);
  // A missing algorithm may be faster here, so neither lead nor best dense time is known.
  if (!analysis::Coverage(panel, engine).is_complete(position))
    return winner_cell_text(time, "?", "?");
  const analysis::Standing standing = *analysis::standing_at(panel, engine, position);
  const auto gain = standing.gain(leader);
  return winner_cell_text(time, lead_text(standing, leader), gain ? base::ratio_text(*gain) : "-");
}

std::string approximate_cell_text(const std::string& time, const std::string& gain) {
  return fmt::format("{:>7} {:>8}", time, gain);
}

/// `panel` has the exact algorithms only.
std::string approximate_cell(const analysis::Panel& panel, const experiments::Record& leader,
                             double position) {
  const experiments::Engine engine = leader.point.engine;
  const std::string time = base::seconds_text(leader.time_s);
  if (!analysis::Coverage(panel, engine).is_complete(position))
    return approximate_cell_text(time, "?");
  const auto best = analysis::standing_at(panel, engine, position);
  const bool comparable = best && leader.time_s > 0;
  return approximate_cell_text(
      time, comparable ? base::ratio_text(best->winner().time_s / leader.time_s) : "-");
}

/// The range of the lost mass over all engines and positions; nullopt if none was lost.
std::optional<analysis::KnownError> lost_mass(const analysis::Panel& panel,
                                              const std::string& algorithm) {
  std::vector<double> values;
  for (const analysis::Series& series : panel.series) {
    if (series.algorithm != algorithm) continue;
    for (const experiments::Record* record : series.records)
      if (const auto lost = record->term("lost_mass")) values.push_back(*lost);
  }
  if (values.empty()) return std::nullopt;
  const auto [least, greatest] = std::ranges::minmax(values);
  return analysis::KnownError{least, greatest};
}

/// The algorithms that compete at each position: those within the bound, or all of them at
/// positions where no error is known.
analysis::Panel competing(const analysis::Panel& panel, double most_error) {
  const analysis::Panel approximate = panel.approximate();
  const std::vector<std::string> algorithms = approximate.algorithms();
  const analysis::Panel eligible = analysis::within_error(panel, most_error);
  analysis::Panel shown = approximate;
  for (analysis::Series& series : shown.series)
    std::erase_if(series.records, [&](const experiments::Record* record) {
      const double where = analysis::position(panel.axis, record->point);
      const analysis::Series* const known = eligible.find(series.engine, series.algorithm);
      if (known != nullptr && known->at(panel.axis, where) != nullptr) return false;
      return std::ranges::any_of(algorithms, [&](const std::string& algorithm) {
        return analysis::known_error(panel, algorithm, where).has_value();
      });
    });
  std::erase_if(shown.series,
                [](const analysis::Series& series) { return series.records.empty(); });
  return shown;
}

}  // namespace

TextRows winner_rows(const analysis::Panel& panel) {
  const LeaderTable table{.first_headings = {std::string(name_of(panel.axis)), "winner"},
                          .engine_heading = winner_cell_text("time", "lead", "gain"),
                          .cell = [&](const experiments::Record& leader, double position) {
                            return winner_cell(panel, leader, position);
                          }};
  return leader_rows(panel, table);
}

TextRows approximate_rows(const analysis::Panel& panel, double most_error) {
  const analysis::Panel exact = panel.competing();
  const analysis::Panel shown = competing(panel, most_error);
  if (shown.series.empty()) return {};
  const LeaderTable table{
      .first_headings = {std::string(name_of(panel.axis)), "fastest approximate", "error_l2"},
      .engine_heading = approximate_cell_text("time", "vs exact"),
      .cell = [&](const experiments::Record& leader,
                  double position) { return approximate_cell(exact, leader, position); },
      .remark =
          [&](const std::string& algorithm, double position) {
            const auto error = analysis::known_error(panel, algorithm, position);
            return error ? error->text() : "unknown";
          }};
  return leader_rows(shown, table);
}

TextRows error_rows(const analysis::Panel& panel) {
  TextRows rows{{"approximate results", "error_l2", "mass lost"}};
  for (const std::string& algorithm : panel.approximate().algorithms()) {
    const auto error = analysis::known_error(panel, algorithm);
    if (!error) continue;
    const auto lost = lost_mass(panel, algorithm);
    rows.push_back({algorithm, error->text(), lost ? lost->text() : "none"});
  }
  return rows.size() > 1 ? rows : TextRows{};
}

}  // namespace sparlab::report
