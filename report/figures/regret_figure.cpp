#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/results/regret.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/curves.hpp"
#include "report/figures/kinds.hpp"
#include "report/figures/panel_curves.hpp"

namespace sparlab::report {
namespace {

constexpr double kPromised = 10;  ///< per cent

Style style_of(experiments::Engine engine) {
  constexpr std::array<const char*, 4> kColours = {"0xA9CCE3", "0x0072B2", "0xD55E00", "0x444444"};
  const experiments::Pen pen = experiments::info_of(engine).pen;
  Style style = pen_style(engine, kColours[static_cast<std::size_t>(pen)]);
  style.opacity = 1;
  style.symbol = pen == experiments::Pen::symbols ? 4 : 7;
  style.size = 0.7;
  return style;
}

}  // namespace

std::optional<Chart> regret_figure(const analysis::SweepView& sweep, const analysis::Panel& panel) {
  if (is_short(panel)) return std::nullopt;
  Chart chart;
  ChartPanel& drawn = chart.panels.emplace_back();
  chart.legend = {{Sample::heading, "Engine"}};
  std::vector<double> places;
  double least = 0;
  double greatest = kPromised;
  bool any = false;
  for (const experiments::Engine engine : panel.engines()) {
    const std::string name(name_of(engine));
    Series series{{name, "regret"}, {std::string(name_of(panel.axis)), "regret_percent"}, {}};
    for (const analysis::Regret& regret : analysis::regrets(panel, engine)) {
      const double percent = 100 * regret.share;
      // The axis of positions is logarithmic.
      if (!(regret.position > 0) || !std::isfinite(percent)) continue;
      series.rows.push_back({regret.position, percent});
      places.push_back(regret.position);
      least = std::min(least, percent);
      greatest = std::max(greatest, percent);
    }
    if (series.rows.empty()) continue;
    any = any || series.rows.size() > 1;
    const Style style = style_of(engine);
    const experiments::Pen pen = experiments::info_of(engine).pen;
    const std::size_t added = drawn.add(std::move(series));
    if (pen != experiments::Pen::symbols)
      drawn.marks.push_back({.kind = MarkKind::line, .series = added, .style = style});
    if (pen != experiments::Pen::band)
      drawn.marks.push_back({.kind = MarkKind::points, .series = added, .style = style});
    chart.legend.push_back({pen == experiments::Pen::band      ? Sample::line
                            : pen == experiments::Pen::symbols ? Sample::symbol
                                                               : Sample::line_and_symbol,
                            name, style});
  }
  if (!any) return std::nullopt;
  const Style guide{.colour = "0x444444", .width = 1.5, .dash = {6, 8}};
  drawn.guides.push_back({.from = kPromised, .to = kPromised, .style = guide});
  chart.legend.push_back({Sample::line, fmt::format("{:g} % slower", kPromised), guide});
  std::ranges::sort(places);
  const double margin = std::max(1.01, std::pow(places.back() / places.front(), 0.035));
  chart.x = {std::string(axis_title(panel.axis)),
             true,
             places.front() / margin,
             places.back() * margin,
             {}};
  places.erase(std::unique(places.begin(), places.end()), places.end());
  chart.x.ticks = position_ticks(panel.axis, places, chart.x.from, chart.x.to);
  chart.y = {"time over the best, minus 1 (%)",
             false,
             least < 0 ? 1.1 * least : -0.4,
             1.15 * greatest,
             {}};
  chart.y.ticks = step_ticks(chart.y.from, chart.y.to, "");
  chart.title = fmt::format("What choosing costs sparlab_auto, {}", sweep.name());
  chart.subtitle = analysis::subtitle_of(sweep, panel, panel.fixed_text());
  chart.notes = {"input: " + sweep.settings,
                 "compared with the fastest of the other exact algorithms that ran there"};
  lay_out_frame(chart);
  return chart;
}

}  // namespace sparlab::report
