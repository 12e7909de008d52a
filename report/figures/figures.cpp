#include "report/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "report/charts/chart_names.hpp"
#include "report/figures/kinds.hpp"
#include "report/figures/panel_curves.hpp"

namespace sparlab::report {
namespace {

/// Distinguishes a panel from the others of its sweep: "-P8-N1048576".
std::string panel_suffix(const SweepView& sweep, const Panel& panel) {
  const auto varies = [&](auto coordinate) {
    return std::ranges::any_of(
        sweep.panels, [&](const Panel& other) { return other.*coordinate != panel.*coordinate; });
  };
  std::string suffix;
  if (sweep.axis != analysis::Axis::ranks && varies(&Panel::ranks))
    suffix += fmt::format("-P{}", panel.ranks);
  if (sweep.axis != analysis::Axis::universe && varies(&Panel::universe))
    suffix += fmt::format("-N{}", panel.universe);
  if (sweep.axis != analysis::Axis::density && varies(&Panel::density))
    suffix += fmt::format("-d{:.3g}", panel.density);
  return suffix;
}

}  // namespace

std::vector<std::size_t> spread(std::size_t count, std::size_t most) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < std::min(count, most); ++i)
    chosen.push_back(count <= most ? i : i * (count - 1) / (most - 1));
  return chosen;
}

std::vector<Chart> figures_of(const SweepView& sweep, std::ostream& messages) {
  std::vector<Chart> charts;
  const auto add_of_sweep = [&](const SweepFigures& kind) {
    for (Chart& chart : kind.draw(sweep)) {
      chart.name = std::string(kind.suffix) + chart.name;
      charts.push_back(std::move(chart));
    }
  };
  add_of_sweep(kMapFigures);
  std::vector<const Panel*> drawable;
  for (const Panel& panel : sweep.panels)
    if (is_short(panel) || shown_twice(panel, time_place)) drawable.push_back(&panel);
  std::vector<const Panel*> drawn;
  for (const std::size_t i : spread(drawable.size(), kMostPanels)) drawn.push_back(drawable[i]);
  const auto add = [&](const Panel& panel, DrawnPanels which) {
    for (const PanelFigure& kind : kPanelFigures) {
      if (kind.of != which) continue;
      std::optional<Chart> chart = kind.draw(sweep, panel);
      if (!chart) continue;
      chart->name = std::string(kind.suffix) + panel_suffix(sweep, panel);
      charts.push_back(std::move(*chart));
    }
  };
  for (const Panel* panel : drawn) add(*panel, DrawnPanels::chosen);
  if (!drawn.empty()) add(*drawn[drawn.size() / 2], DrawnPanels::middle);
  add_of_sweep(kFillInFigures);
  if (drawn.size() < drawable.size())
    messages << fmt::format("figures of {}: of {} panels, {} are drawn; narrow P, N or density\n",
                            sweep.label, drawable.size(), drawn.size());
  if (charts.empty())
    messages << fmt::format("no figure of {}: it has the time of one algorithm at one {}\n",
                            sweep.label, name_of(sweep.axis));
  return charts;
}

std::vector<Chart> figures_of(std::span<const SweepView> sweeps, std::ostream& messages) {
  UniqueNames stems;
  UniqueNames names;
  std::vector<Chart> charts;
  for (const SweepView& sweep : sweeps) {
    const std::string stem = stems.give(file_stem(sweep.label));
    for (Chart& chart : figures_of(sweep, messages)) {
      chart.name = names.give(stem + chart.name);
      charts.push_back(std::move(chart));
    }
  }
  return charts;
}

}  // namespace sparlab::report
