#include <fmt/format.h>

#include <algorithm>

#include "analysis/results/crossovers.hpp"
#include "analysis/results/filled_panel.hpp"
#include "analysis/results/standing.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/crossing_marks.hpp"
#include "report/figures/kinds.hpp"
#include "report/figures/marked_places.hpp"
#include "report/figures/panel_curves.hpp"

namespace sparlab::report {
namespace {

/// A vertical line per engine where the best sparse time crosses the best dense one, and a band for
/// an interval.
void mark_crossovers(Chart& chart, const analysis::Panel& competing) {
  std::vector<LegendEntry> legend;
  for (const experiments::Engine engine : competing.engines())
    for (const analysis::PanelCrossover& found :
         analysis::sparse_dense_crossovers(competing, engine)) {
      Style style = pen_style(engine, "0x444444");
      style.width = style.opacity = 1;
      add_crossing(chart, {found.at, found.lo, found.hi, style});
      legend.push_back(
          {Sample::line,
           fmt::format("{}: {}", name_of(engine),
                       analysis::place_text(competing.axis,
                                            analysis::crossover_text(competing.axis, found))),
           style});
    }
  if (legend.empty()) return;
  chart.legend.push_back({Sample::none, " "});
  chart.legend.push_back({Sample::heading, "Best sparse = best dense"});
  chart.legend.insert(chart.legend.end(), legend.begin(), legend.end());
}

/// Adds a panel below the times: the times of exact algorithms over that of the best one. It shows
/// differences of a few per cent, which the decades of the upper panel hide.
void add_ratios(PanelCurves& curves, const analysis::Panel& panel, const analysis::Panel& filled) {
  const analysis::Panel competing = filled.competing();
  const Shown ratio = [&](const experiments::Record& record) -> Curve::Place {
    const auto best = analysis::standing_at(competing, record.point.engine,
                                            analysis::position(panel.axis, record.point));
    if (!best || !(best->winner().time_s > 0)) return {0, kUnknown, kUnknown, kUnknown};
    const double unit = best->winner().time_s;
    const Curve::Place time = time_place(record);
    return {0, time.y / unit, time.low / unit, time.high / unit};
  };
  const std::vector<Curve> ratios =
      curves_of(curves.choice.panel.exact(), filled, curves.styles, ratio);
  constexpr double kMost = 2;
  double greatest = 1;
  for (const Curve& curve : ratios)
    for (const Curve::Place& place : curve.places)
      greatest = std::max(greatest, std::min(kMost, place.y));
  if (greatest == 1) return;
  const double margin = 0.06 * (greatest - 1);
  Chart lower = chart_of_curves(
      {.along = panel.axis, .y_label = "", .y_unit = "", .y_name = "over_best", .intervals = true},
      ratios, {});
  ChartPanel& added = curves.chart.panels.emplace_back(std::move(lower.panels.front()));
  added.y = {"time / best", false, 1 - margin, greatest + margin, {}};
  added.y->ticks = step_ticks(added.y->from, added.y->to, "");
  curves.chart.panels.front().labels_x = false;
}

}  // namespace

std::optional<Chart> time_figure(const analysis::SweepView& sweep, const analysis::Panel& panel) {
  if (is_short(panel) || !shown_twice(panel, time_place)) return std::nullopt;
  const analysis::FilledPanel filled(panel);
  std::optional<PanelCurves> curves = panel_curves(sweep, panel, filled.panel(),
                                                   {fmt::format("Time of one {}", sweep.task),
                                                    {.y_label = "time of the slowest rank",
                                                     .y_unit = "s",
                                                     .y_name = "time_s",
                                                     .measured = "mpi: median, 95 % interval",
                                                     .intervals = true}},
                                                   time_place);
  if (!curves) return std::nullopt;
  add_ratios(*curves, panel, filled.panel());
  // Only exact algorithms compete.
  mark_crossovers(curves->chart, panel.competing());
  mark_places(curves->chart, "Fastest exact algorithm", crossings_of(panel, curves->choice));
  lay_out_frame(curves->chart);
  return std::move(curves->chart);
}

}  // namespace sparlab::report
