#include <fmt/format.h>

#include "analysis/results/crossovers.hpp"
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

}  // namespace

std::optional<Chart> time_figure(const analysis::SweepView& sweep, const analysis::Panel& panel) {
  std::optional<PanelCurves> curves = panel_curves(sweep, panel,
                                                   {fmt::format("Time of one {}", sweep.task),
                                                    {.y_label = "time of the slowest rank",
                                                     .y_unit = "s",
                                                     .y_name = "time_s",
                                                     .measured = "mpi: median, 95 % interval",
                                                     .intervals = true}},
                                                   time_place);
  if (!curves) return std::nullopt;
  // Only exact algorithms compete.
  mark_crossovers(curves->chart, panel.competing());
  mark_places(curves->chart, "Fastest exact algorithm", crossings_of(panel, curves->choice));
  lay_out_frame(curves->chart);
  return std::move(curves->chart);
}

}  // namespace sparlab::report
