#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "analysis/results/winner_map.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/curve_choice.hpp"
#include "report/figures/kinds.hpp"

namespace sparlab::report {
namespace {

constexpr std::size_t kMostMaps = 4;

/// Where the cells of increasing positions end on a logarithmic axis.
std::vector<double> edges_of(const std::vector<double>& positions) {
  std::vector<double> edges;
  edges.push_back(positions[0] / std::sqrt(positions[1] / positions[0]));
  for (std::size_t i = 0; i + 1 < positions.size(); ++i)
    edges.push_back(std::sqrt(positions[i] * positions[i + 1]));
  edges.push_back(positions.back() * positions.back() / edges.back());
  return edges;
}

/// How much of the winner's colour a cell has, for a gain from 1 to 10.
double shade_of(const std::optional<double>& gain) {
  constexpr double kPalest = 0.3;
  constexpr double kDarkest = 0.85;
  if (!gain || !(*gain > 1)) return kPalest;
  return kPalest + (kDarkest - kPalest) * std::min(1.0, std::log10(*gain));
}

/// Black or white, whichever is legible on a colour.
std::string_view contrast(const std::string& colour) {
  const auto part = [&](std::size_t at) {
    return static_cast<double>(std::stoul(colour.substr(at, 2), nullptr, 16));
  };
  constexpr double kMiddle = 125;
  return 0.30 * part(2) + 0.59 * part(4) + 0.11 * part(6) > kMiddle ? "0x000000" : "0xFFFFFF";
}

ChartPanel panel_of(const analysis::WinnerMap& map, const AlgorithmStyles& styles) {
  ChartPanel panel;
  panel.title = map.title();
  const std::vector<double> x = edges_of(map.densities);
  const std::vector<double> y = edges_of(map.positions);
  Series cells{
      {}, {"x from", "x to", "y from", "y to", "colour", "winner", "gain", "best dense"}, {}};
  Series symbols{{}, {"density", std::string(name_of(map.second)), "symbol", "colour"}, {}};
  for (const analysis::WinnerMap::Cell& cell : map.cells) {
    const std::string colour = tint(styles.colour(cell.winner), shade_of(cell.gain));
    cells.rows.push_back({x[cell.column], x[cell.column + 1], y[cell.row], y[cell.row + 1], colour,
                          cell.winner + (cell.tied ? " (tied)" : ""), cell.gain.value_or(kUnknown),
                          cell.dense});
    symbols.rows.push_back({map.densities[cell.column], map.positions[cell.row],
                            styles.symbol(cell.winner), contrast(colour)});
  }
  Series contours{{}, {"x from", "x to", "y from", "y to", "gain"}, {}};
  Series labels{{}, {"x", "y", "gain"}, {}};
  for (const double level : analysis::kContourLevels) {
    const std::vector<analysis::WinnerMap::Segment> contour = map.contour(level);
    for (const auto& [x0, y0, x1, y1] : contour) contours.rows.push_back({x0, x1, y0, y1, level});
    if (contour.empty()) continue;
    // On the highest piece, above the symbols of its row.
    const auto highest = std::ranges::max_element(
        contour, {}, [](const analysis::WinnerMap::Segment& one) { return one.y0 * one.y1; });
    labels.rows.push_back({std::sqrt(highest->x0 * highest->x1),
                           std::sqrt(highest->y0 * highest->y1), fmt::format("{:g}", level)});
  }
  panel.draw(std::move(cells), {.kind = MarkKind::boxes, .colour = 5});
  panel.draw_outlined(std::move(contours));
  panel.draw(std::move(symbols),
             {.kind = MarkKind::points, .style = {.size = 0.75}, .colour = 4, .symbol = 3});
  panel.draw(std::move(labels),
             {.kind = MarkKind::labels, .text = 3, .lettering = {.bold = true, .boxed = true}});
  return panel;
}

/// An axis of a map, over the cells of all maps.
template <typename Positions>
ChartAxis axis_of(analysis::Axis axis, const std::vector<analysis::WinnerMap>& maps,
                  Positions positions) {
  ChartAxis made{std::string(axis_title(axis)), true, 0, 0, {}, false};
  for (const analysis::WinnerMap& map : maps) {
    const std::vector<double> edges = edges_of(map.*positions);
    made.from = made.from > 0 ? std::min(made.from, edges.front()) : edges.front();
    made.to = std::max(made.to, edges.back());
  }
  const std::vector<double> edges = edges_of(maps.front().*positions);
  made.ticks = position_ticks(axis, maps.front().*positions, edges.front(), edges.back());
  return made;
}

Chart map_figure(const analysis::SweepView& sweep, const std::vector<analysis::WinnerMap>& maps) {
  std::set<std::string> winners;
  std::set<std::string> dense;
  bool tied = false;
  for (const analysis::WinnerMap& map : maps)
    for (const analysis::WinnerMap::Cell& cell : map.cells) {
      winners.insert(cell.winner);
      if (!cell.dense.empty()) dense.insert(cell.dense);
      tied = tied || cell.tied;
    }
  const std::vector<std::string> names = analysis::in_registry_order(winners);
  const AlgorithmStyles styles(names);
  Chart chart;
  chart.title = fmt::format("Fastest exact algorithm, {}", sweep.name());
  chart.subtitle =
      maps.front().fixed + (sweep.platform.empty() ? "" : ", platform " + sweep.platform);
  chart.notes = {fmt::format("input: {}{}{}", sweep.settings, best_dense_note(dense),
                             tied ? "; of algorithms that tie, the fastest is shown" : "")};
  chart.x = axis_of(analysis::Axis::density, maps, &analysis::WinnerMap::densities);
  chart.y = axis_of(maps.front().second, maps, &analysis::WinnerMap::positions);
  for (const analysis::WinnerMap& map : maps) chart.panels.push_back(panel_of(map, styles));
  chart.legend.push_back({Sample::heading, "Winner"});
  for (const std::string& winner : names)
    chart.legend.push_back(
        {Sample::symbol, winner,
         Style{.colour = std::string(styles.colour(winner)), .symbol = styles.symbol(winner)}});
  chart.legend.push_back({Sample::none, " "});
  chart.legend.push_back({Sample::heading, "Gain over the best dense"});
  for (const auto& [gain, text] : {std::pair{1.0, "none: dense wins"},
                                   {2.0, "2 times"},
                                   {5.0, "5 times"},
                                   {10.0, "10 times or more"}})
    chart.legend.push_back({Sample::box, text, Style{.colour = tint("0x444444", shade_of(gain))}});
  chart.legend.push_back({Sample::none, " "});
  chart.legend.push_back({Sample::none, "lines: best dense / best sparse"});
  lay_out_row(chart, 90, maps.size() > 2 ? 300 : 360, 320);
  return chart;
}

}  // namespace

std::vector<Chart> map_figures(const analysis::SweepView& sweep) {
  std::vector<analysis::WinnerMap> maps = analysis::winner_maps(sweep);
  std::vector<Chart> charts;
  for (auto first = maps.begin(); first != maps.end();) {
    const auto last = std::find_if(first, maps.end(), [&](const analysis::WinnerMap& map) {
      return map.fixed != first->fixed;
    });
    std::vector<analysis::WinnerMap> group(first, last);
    if (group.size() > kMostMaps) group.resize(kMostMaps);
    charts.push_back(map_figure(sweep, group));
    first = last;
  }
  for (std::size_t i = 0; charts.size() > 1 && i < charts.size(); ++i)
    charts[i].name = fmt::format("-{}", i + 1);
  return charts;
}

}  // namespace sparlab::report
