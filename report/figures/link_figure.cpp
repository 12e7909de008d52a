#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/kinds.hpp"
#include "report/figures/middle_links.hpp"

namespace sparlab::report {
namespace {

constexpr double kMeanShade = 1.0;
constexpr double kBusiestShade = 0.4;
constexpr std::size_t kMostClasses = 4;

std::vector<Tick> percent_ticks(double to) {
  double step = 0.1;
  while (to / step > 5.5) step *= std::fabs(std::fmod(std::log10(step) + 10, 1)) < 0.2 ? 2.5 : 2;
  std::vector<Tick> ticks;
  for (double at = 0; at <= to * 1.0001; at += step)
    ticks.push_back({at, fmt::format("{:g}", std::round(at * 100) / 100)});
  return ticks;
}

}  // namespace

std::optional<Chart> link_figure(const SweepView& sweep, const Panel& panel) {
  const std::vector<analysis::LinkUses> all = analysis::link_uses(panel);
  if (all.empty() || all.front().classes.empty()) return std::nullopt;
  const analysis::LinkUses uses = middle_uses(panel, all);
  std::vector<std::string> classes = uses.classes;
  Chart chart;
  chart.notes = {"input: " + sweep.settings};
  if (classes.size() > kMostClasses) {
    chart.notes[0] +=
        fmt::format("; not drawn: {} other classes of links", classes.size() - kMostClasses);
    classes.resize(kMostClasses);
  }
  std::vector<std::string> names;
  std::vector<RowLabel> labels;
  for (const experiments::Record* record : uses.records) {
    names.push_back(record->point.algorithm.spec());
    labels.push_back({names.back()});
  }
  const AlgorithmStyles styles(names);
  double greatest = 0;
  for (const std::string& link_class : classes) {
    ChartPanel& drawn = chart.panels.emplace_back();
    Series bars{{}, {"from", "per cent", "y from", "y to", "colour", "what"}, {}};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const experiments::LinkClassTraffic* const of =
          analysis::class_traffic(*uses.records[i], link_class);
      if (of == nullptr) continue;
      drawn.title = fmt::format("{}: {} links", link_class, of->links);
      const double row = static_cast<double>(names.size() - i);
      const double mean = 100 * of->utilisation;
      const double busiest = 100 * of->highest_utilisation;
      constexpr double kHalf = 0.38;
      constexpr double kInner = 0.2;
      bars.rows.push_back({0, busiest, row - kHalf, row + kHalf,
                           tint(styles.colour(names[i]), kBusiestShade), names[i]});
      bars.rows.push_back({0, mean, row - kInner, row + kInner,
                           tint(styles.colour(names[i]), kMeanShade), names[i]});
      greatest = std::max({greatest, mean, busiest});
    }
    drawn.draw(std::move(bars), {.kind = MarkKind::boxes, .colour = 5});
  }
  const double to = greatest > 0 ? 1.05 * greatest : 1;
  chart.x = {"utilisation (%)", false, 0, to, percent_ticks(to)};
  chart.title = fmt::format("Utilisation of links, {}", sweep.name());
  chart.subtitle = links_subtitle(sweep, panel, uses);
  chart.legend = {{Sample::heading, "Of the links of a class"},
                  {Sample::box, "mean", Style{.colour = tint("0x444444", kMeanShade)}},
                  {Sample::box, "the busiest", Style{.colour = tint("0x444444", kBusiestShade)}}};
  lay_out_rows(chart, labels, classes.size() > 2 ? 200 : 300, 30);
  return chart;
}

}  // namespace sparlab::report
