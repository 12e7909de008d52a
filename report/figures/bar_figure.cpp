#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "experiments/spec/points/engine.hpp"
#include "model/base/contract.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/kinds.hpp"
#include "report/figures/panel_curves.hpp"

namespace sparlab::report {
namespace {

constexpr double kBar = 0.38;  ///< half the height of the bars of a row
constexpr std::array<double, 2> kShades = {1.0, 0.45};

ChartAxis time_axis(double least, double greatest) {
  constexpr double kWide = 20;
  ChartAxis axis{"time of the slowest rank", greatest / least > kWide, 0, 1.06 * greatest, {}};
  axis.grid = !axis.logarithmic;
  if (axis.logarithmic) {
    axis.from = least / 1.6;
    axis.to = 1.4 * greatest;
    axis.ticks = unit_ticks(axis.from, axis.to, "s");
  } else {
    axis.ticks = step_ticks(0, axis.to, "s");
  }
  return axis;
}

bool is_shown(const experiments::Record* record) {
  return record != nullptr && record->time_s > 0 && std::isfinite(record->time_s);
}

}  // namespace

std::optional<Chart> bar_figure(const SweepView& sweep, const Panel& panel) {
  if (!is_short(panel)) return std::nullopt;
  const CurveChoice choice = choose_curves(panel);
  const std::vector<std::string> algorithms = choice.panel.algorithms();
  const AlgorithmStyles styles(algorithms);
  std::vector<RowLabel> labels;
  for (const std::string& algorithm : algorithms) labels.push_back(choice.label(algorithm));
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (const analysis::Series& series : choice.panel.series)
    for (const experiments::Record* record : series.records)
      if (is_shown(record)) {
        least = std::min(least, record->time_s);
        greatest = std::max(greatest, record->time_high_s.value_or(record->time_s));
      }
  Chart chart;
  chart.x = time_axis(least, greatest);
  const std::vector<experiments::Engine> engines = choice.panel.engines();
  const std::size_t bars = panel.positions.size();
  for (const experiments::Engine engine : engines) {
    ChartPanel& drawn = chart.panels.emplace_back();
    drawn.title = name_of(engine);
    Series boxes{{}, {"x from", "time_s", "y from", "y to", "colour", "what"}, {}};
    Series intervals{{}, {"low", "high", "y", "y"}, {}};
    for (std::size_t i = 0; i < algorithms.size(); ++i)
      for (std::size_t j = 0; j < bars; ++j) {
        const analysis::Series* const series = choice.panel.find(engine, algorithms[i]);
        const experiments::Record* const record =
            series == nullptr ? nullptr : series->at(panel.axis, panel.positions[j]);
        if (!is_shown(record)) continue;
        const double height = 2 * kBar / static_cast<double>(bars);
        const double top =
            static_cast<double>(algorithms.size() - i) + kBar - height * static_cast<double>(j);
        boxes.rows.push_back({chart.x.from, record->time_s, top - height + 0.02, top,
                              tint(styles.colour(algorithms[i]), kShades.at(j)), algorithms[i]});
        if (record->time_low_s && record->time_high_s && *record->time_low_s > 0)
          intervals.rows.push_back(
              {*record->time_low_s, *record->time_high_s, top - height / 2, top - height / 2});
      }
    drawn.draw(std::move(boxes), {.kind = MarkKind::boxes, .colour = 5});
    drawn.draw_outlined(std::move(intervals));
  }
  for (std::size_t j = 0; j < bars; ++j)
    chart.legend.push_back({Sample::box, analysis::place_text(panel.axis, panel.positions[j]),
                            Style{.colour = tint("0x444444", kShades.at(j))}});
  if (std::ranges::any_of(engines, experiments::measures))
    chart.legend.push_back({Sample::heading, "line: 95 % interval"});
  chart.title = fmt::format("Time of one {}, {}", sweep.task, sweep.name());
  chart.subtitle = analysis::subtitle_of(sweep, panel, panel.fixed_text());
  chart.notes = {"input: " + sweep.settings +
                 (choice.left_out > 0 ? "; " + choice.left_out_text() : "")};
  lay_out_rows(chart, labels, engines.size() > 2 ? 240 : 320);
  return chart;
}

}  // namespace sparlab::report
