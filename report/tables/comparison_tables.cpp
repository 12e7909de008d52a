#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "analysis/results/crossovers.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/order_statistics.hpp"
#include "report/tables/panel_tables.hpp"

namespace sparlab::report {
namespace {

std::vector<double> ratios(analysis::Axis axis, const analysis::Series& series,
                           const analysis::Series& reference) {
  std::vector<double> found;
  for (const experiments::Record* record : series.records) {
    const experiments::Record* const other =
        reference.at(axis, analysis::position(axis, record->point));
    // A simulation on one rank may take no time at all.
    if (other != nullptr && other->time_s > 0) found.push_back(record->time_s / other->time_s);
  }
  return found;
}

using Crossovers = std::vector<analysis::PanelCrossover>;

std::string cell_text(analysis::Axis axis, const analysis::PanelCrossover& found,
                      CrossoverMarks& marks) {
  std::string text = analysis::crossover_text(axis, found);
  if (text.starts_with('[')) marks.insert(CrossoverMark::interval);
  if (found.support < 0.995) {
    text += fmt::format(" ({:.0f}%)", 100 * found.support);
    marks.insert(CrossoverMark::share);
  }
  return text;
}

/// Adds the rows of one pair of algorithms: one column per engine, one row per crossover.
class PairRows {
 public:
  PairRows(const analysis::Panel& panel, std::string title, CrossoverMarks& marks)
      : panel_(panel), marks_(marks) {
    first_row_.push_back(std::move(title));
  }

  /// `compared` is the number of positions at which the engine has both.
  void add_engine(std::size_t compared, const Crossovers& found) {
    columns_.emplace_back();
    for (const auto& one : found) columns_.back().push_back(cell_text(panel_.axis, one, marks_));
    if (found.empty()) columns_.back().push_back(without_crossover(compared));
  }

  void append_to(TextRows& rows) const {
    std::size_t height = 0;
    for (const auto& column : columns_) height = std::max(height, column.size());
    for (std::size_t i = 0; i < height; ++i) {
      rows.push_back(i == 0 ? first_row_ : std::vector<std::string>{""});
      for (const auto& column : columns_) rows.back().push_back(i < column.size() ? column[i] : "");
    }
  }

 private:
  std::string without_crossover(std::size_t compared) {
    if (compared < 2) {
      marks_.insert(CrossoverMark::absent);
      return "-";
    }
    marks_.insert(CrossoverMark::none);
    if (compared == panel_.positions.size()) return "none";
    marks_.insert(CrossoverMark::part);
    return fmt::format("none ({} of {})", compared, panel_.positions.size());
  }

  const analysis::Panel& panel_;
  CrossoverMarks& marks_;
  std::vector<std::string> first_row_;
  TextRows columns_;
};

constexpr std::string_view kEqualRatios = "1.000 (1.000 to 1.000)";

/// Three decimals between deterministic times, two if measurements are involved.
std::string ratio_number(double ratio, experiments::Engine engine) {
  if (ratio >= 10) return base::short_number(ratio);
  return experiments::observes(engine) ? fmt::format("{:.2f}", ratio)
                                       : fmt::format("{:.3f}", ratio);
}

std::string agreement_text(const Agreement& agreement, std::size_t positions) {
  const auto text = [&](double ratio) { return ratio_number(ratio, agreement.engine); };
  const std::string range = fmt::format("{} ({} to {})", text(agreement.median),
                                        text(agreement.least), text(agreement.greatest));
  return agreement.positions == positions
             ? range
             : fmt::format("{}, {} of {}", range, agreement.positions, positions);
}

/// Algorithms whose times are the same on all engines, to three decimals, share the last row.
void join_equal_rows(TextRows& rows) {
  const auto is_equal = [](const std::vector<std::string>& row) {
    return std::all_of(row.begin() + 1, row.end(),
                       [](const std::string& cell) { return cell == kEqualRatios; });
  };
  const std::size_t algorithms = rows.size() - 1;
  const auto equal =
      static_cast<std::size_t>(std::count_if(rows.begin() + 1, rows.end(), is_equal));
  if (equal < 2) return;
  std::vector<std::string> joined(rows.front().size(), "1.000");
  joined.front() =
      fmt::format("{} {} algorithms", equal == algorithms ? "all" : "the other", equal);
  rows.erase(std::remove_if(rows.begin() + 1, rows.end(), is_equal), rows.end());
  rows.push_back(std::move(joined));
}

}  // namespace

std::optional<experiments::Engine> reference_engine(const analysis::Panel& panel) {
  const std::vector<experiments::Engine> engines = panel.engines();
  return engines.size() < 2 ? std::nullopt : std::optional(engines.front());
}

std::vector<Agreement> agreements(const analysis::Panel& panel, experiments::Engine reference) {
  std::vector<Agreement> found;
  for (const std::string& algorithm : panel.algorithms()) {
    const analysis::Series* const base = panel.find(reference, algorithm);
    if (base == nullptr) continue;
    for (const analysis::Series& series : panel.series) {
      if (series.algorithm != algorithm || series.engine == reference) continue;
      const std::vector<double> values = ratios(panel.axis, series, *base);
      if (values.empty()) continue;
      const auto [least, greatest] = std::ranges::minmax(values);
      found.push_back(
          {series.engine, algorithm, values.size(), model::median(values), least, greatest});
    }
  }
  return found;
}

std::vector<std::string> legend_of(const CrossoverMarks& marks) {
  static const std::map<CrossoverMark, std::string> kLines = {
      {CrossoverMark::interval,
       "[a b]: somewhere between these two that ran; of measurements with 95 % bootstrap "
       "confidence"},
      {CrossoverMark::share,
       "(80%): share of the resampled measurements in which that crossover occurs"},
      {CrossoverMark::none, "none: both ran, and their times do not cross"},
      {CrossoverMark::part, "(3 of 12): of the values at which both ran"},
      {CrossoverMark::absent, "-: the engine has not both at two values or more"}};
  std::vector<std::string> lines;
  for (const CrossoverMark mark : marks) lines.push_back(kLines.at(mark));
  return lines;
}

CrossoverTable crossover_table(const analysis::Panel& panel) {
  if (panel.positions.size() < 2) return {};
  CrossoverTable table;
  analysis::CrossoverSearch search(panel);
  const std::vector<experiments::Engine> engines = panel.engines();
  std::vector<std::string> heading{fmt::format("crossovers in {}", name_of(panel.axis))};
  PairRows families(panel, "best sparse = best dense", table.marks);
  for (const experiments::Engine engine : engines) {
    heading.emplace_back(name_of(engine));
    families.add_engine(analysis::compared_families(panel, engine), search.of_families(engine));
  }
  table.rows.push_back(std::move(heading));
  families.append_to(table.rows);
  for (const analysis::AlgorithmPair& pair : analysis::successive_winners(panel)) {
    PairRows pair_rows(panel, fmt::format("{} = {}", pair.first, pair.second), table.marks);
    for (const experiments::Engine engine : engines)
      pair_rows.add_engine(analysis::compared_positions(panel, engine, pair),
                           search.of(engine, pair));
    pair_rows.append_to(table.rows);
  }
  if (const std::string why = search.why_not_solved(); !why.empty())
    table.remark = "crossovers of the model are not solved: " + why;
  return table;
}

TextRows agreement_rows(const analysis::Panel& all) {
  const analysis::Panel panel = all.comparable();
  const auto reference = reference_engine(panel);
  if (!reference) return {};
  std::vector<experiments::Engine> others = panel.engines();
  std::erase(others, *reference);
  std::vector<std::string> heading{"time ratios, median (range)"};
  for (const experiments::Engine engine : others)
    heading.push_back(fmt::format("{}/{}", name_of(engine), name_of(*reference)));
  TextRows rows{heading};
  for (const Agreement& agreement : agreements(panel, *reference)) {
    if (rows.back().front() != agreement.algorithm) {
      rows.emplace_back(1 + others.size(), "-");
      rows.back().front() = agreement.algorithm;
    }
    const auto column = std::ranges::find(others, agreement.engine) - others.begin();
    rows.back()[1 + static_cast<std::size_t>(column)] =
        agreement_text(agreement, panel.positions.size());
  }
  join_equal_rows(rows);
  return rows.size() > 1 ? rows : TextRows{};
}

}  // namespace sparlab::report
