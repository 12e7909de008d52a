#include "report/figures/panel_curves.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/spec/points/engine.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"

namespace sparlab::report {
namespace {

/// What a logarithmic axis can show of a series.
std::vector<Curve::Place> drawable_places(const analysis::Panel& panel,
                                          const analysis::Series& series, const Shown& shown) {
  std::vector<Curve::Place> places;
  for (const experiments::Record* record : series.records) {
    Curve::Place place = shown(*record);
    place.x = analysis::position(panel.axis, record->point);
    if (place.x > 0 && place.y > 0 && std::isfinite(place.y)) places.push_back(place);
  }
  return places;
}

/// The machines and networks of the engines.
std::string engines_note(const analysis::Panel& panel) {
  std::vector<std::string> parts;
  for (const experiments::Engine engine : panel.engines()) {
    const auto series = std::ranges::find(panel.series, engine, &analysis::Series::engine);
    const experiments::Record& record = *series->records.front();
    if (engine == panel.engines().front() && record.point.machine != experiments::MachineKind::none)
      parts.push_back(fmt::format("machine: {}", name_of(record.point.machine)));
    const auto network = record.network.find("network/model");
    if (network != record.network.end())
      parts.push_back("simgrid: network model " + network->second);
    const auto host = record.environment.find("host");
    if (experiments::measures(engine) && host != record.environment.end())
      parts.push_back("mpi: on " + host->second + "");
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<LegendEntry> names_of(const CurveChoice& choice, const AlgorithmStyles& styles) {
  std::vector<LegendEntry> names;
  const auto add_group = [&](const char* heading, const std::vector<std::string>& algorithms) {
    if (algorithms.empty()) return;
    if (!names.empty()) names.push_back({Sample::none, " "});
    names.push_back({Sample::heading, heading});
    for (const std::string& algorithm : algorithms) {
      Sample sample = Sample::line_and_symbol;
      for (const std::string& line : choice.label(algorithm)) {
        names.push_back({sample, line,
                         Style{.colour = std::string(styles.colour(algorithm)),
                               .width = 1.5,
                               .symbol = styles.symbol(algorithm),
                               .size = 0.9},
                         algorithm});
        sample = Sample::none;  // one sample stands for all lines
      }
    }
  };
  const std::vector<std::string> approximate = choice.panel.approximate().algorithms();
  add_group(approximate.empty() ? "Algorithm" : "Exact", choice.panel.exact().algorithms());
  add_group("Approximate", approximate);
  return names;
}

}  // namespace

Curve::Place time_place(const experiments::Record& record) {
  const bool has_interval = record.time_low_s && record.time_high_s;
  return {0, record.time_s, has_interval ? *record.time_low_s : kUnknown,
          has_interval ? *record.time_high_s : kUnknown};
}

// Lines of one engine per algorithm carry symbols: the first engine that is drawn as lines.
std::vector<Curve> curves_of(const analysis::Panel& panel, const analysis::Panel& filled,
                             const AlgorithmStyles& styles, const Shown& shown) {
  std::set<std::string> marked;
  std::vector<Curve> curves;
  for (const analysis::Series& series : panel.series) {
    const bool line = experiments::info_of(series.engine).pen != experiments::Pen::symbols;
    const analysis::Series& of_line = *filled.find(series.engine, series.algorithm);
    const bool is_filled = of_line.records.size() > series.records.size();
    curves.push_back({.engine = series.engine,
                      .what = series.algorithm,
                      .colour = std::string(styles.colour(series.algorithm)),
                      .symbol = styles.symbol(series.algorithm),
                      .marked = line && marked.insert(series.algorithm).second,
                      .places = drawable_places(panel, series, shown),
                      .line = is_filled ? drawable_places(filled, of_line, shown)
                                        : std::vector<Curve::Place>()});
  }
  return curves;
}

bool is_short(const analysis::Panel& panel) {
  std::set<std::string> algorithms;
  for (const analysis::Series& series : panel.series)
    for (const experiments::Record* record : series.records)
      if (record->time_s > 0 && std::isfinite(record->time_s)) algorithms.insert(series.algorithm);
  return (panel.positions.size() == 1 || panel.positions.size() == 2) && algorithms.size() >= 2;
}

bool shown_twice(const analysis::Panel& panel, const Shown& shown) {
  std::set<double> positions;
  for (const analysis::Series& series : panel.series)
    for (const Curve::Place& place : drawable_places(panel, series, shown))
      positions.insert(place.x);
  return positions.size() >= 2;
}

std::optional<PanelCurves> panel_curves(const analysis::SweepView& sweep,
                                        const analysis::Panel& panel, const analysis::Panel& filled,
                                        PanelTexts texts, const Shown& shown) {
  if (is_short(panel) || !shown_twice(panel, shown)) return std::nullopt;
  analysis::Panel part = panel;
  std::erase_if(part.series, [&](const analysis::Series& series) {
    return drawable_places(panel, series, shown).empty();
  });
  CurveChoice choice =
      choose_curves(part, [&](const experiments::Record& record) { return shown(record).y; });
  AlgorithmStyles styles(choice.panel.algorithms());
  texts.axes.along = panel.axis;
  Chart chart = chart_of_curves(texts.axes, curves_of(choice.panel, filled, styles, shown),
                                names_of(choice, styles));
  chart.title = fmt::format("{}, {}", texts.title, sweep.name());
  chart.subtitle = analysis::subtitle_of(sweep, choice.panel, panel.fixed_text());
  const std::string left_out = choice.left_out > 0 ? "; " + choice.left_out_text() : "";
  chart.notes = {fmt::format("input: {}{}{}", sweep.settings, texts.remark, left_out),
                 engines_note(choice.panel)};
  lay_out_frame(chart);
  return PanelCurves{std::move(choice), std::move(styles), std::move(chart)};
}

}  // namespace sparlab::report
