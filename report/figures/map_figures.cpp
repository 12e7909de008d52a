#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
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

/// Symbols of winners, which stand without their colour: each has one of its own.
using Symbols = std::map<std::string, int>;

Symbols symbols_of(const std::vector<std::string>& winners, const AlgorithmStyles& styles) {
  std::vector<int> free = {5, 7, 9, 11, 13, 15, 1, 2, 3};
  Symbols symbols;
  const auto give = [&](const std::string& winner, int symbol) {
    symbols[winner] = symbol;
    std::erase(free, symbol);
  };
  for (const std::string& winner : winners)
    if (std::ranges::find(free, styles.symbol(winner)) != free.end())
      give(winner, styles.symbol(winner));
  for (const std::string& winner : winners)
    if (!symbols.contains(winner))
      give(winner, free.empty() ? styles.symbol(winner) : free.front());
  return symbols;
}

/// The names of the regions that have room for them: on the longest run of cells of a row that no
/// contour passes, between this row and the one below if that has as long a run there.
Series region_names(const analysis::WinnerMap& map, const Rows& contours,
                    const std::vector<double>& x, const std::vector<double>& y, double pixels) {
  constexpr double kCharacter = 5.4;  // pixels
  std::map<std::pair<std::size_t, std::size_t>, std::string> winners;
  for (const analysis::WinnerMap::Cell& cell : map.cells) {
    const auto passes = [&](const std::vector<Cell>& line) {
      const auto [x0, x1] = std::minmax(line[0].number, line[1].number);
      const auto [y0, y1] = std::minmax(line[2].number, line[3].number);
      return x0 <= x[cell.column + 1] && x1 >= x[cell.column] && y0 <= y[cell.row + 1] &&
             y1 >= y[cell.row];
    };
    if (std::ranges::none_of(contours, passes)) winners[{cell.row, cell.column}] = cell.winner;
  }
  const auto winner_at = [&](std::size_t row, std::size_t column) {
    const auto found = winners.find({row, column});
    return found == winners.end() ? std::string() : found->second;
  };
  const auto run_from = [&](std::size_t row, std::size_t column) {
    std::size_t cells = 0;
    while (winner_at(row, column + cells) == winner_at(row, column) &&
           column + cells < map.densities.size())
      ++cells;
    return cells;
  };
  struct Run {
    std::size_t row = 0, column = 0, cells = 0;
  };
  std::map<std::string, Run> longest;
  for (const auto& [place, winner] : winners) {
    const auto [row, column] = place;
    Run& best = longest[winner];
    if (const std::size_t cells = run_from(row, column); cells >= best.cells)
      best = {row, column, cells};
  }
  Series names{{}, {"x", "y", "winner"}, {}};
  for (const auto& [winner, run] : longest) {
    const double share = static_cast<double>(run.cells) / static_cast<double>(map.densities.size());
    if (pixels * share < kCharacter * static_cast<double>(winner.size())) continue;
    const bool both = run.row > 0 && winner_at(run.row - 1, run.column) == winner &&
                      run_from(run.row - 1, run.column) >= run.cells;
    names.rows.push_back({std::sqrt(x[run.column] * x[run.column + run.cells]),
                          both ? y[run.row] : map.positions[run.row], winner});
  }
  return names;
}

/// Where a contour meets a height; nullopt if it does not. Axes are logarithmic.
std::optional<double> x_at(const std::vector<analysis::WinnerMap::Segment>& contour, double y) {
  for (const analysis::WinnerMap::Segment& one : contour) {
    if (std::min(one.y0, one.y1) > y || std::max(one.y0, one.y1) < y) continue;
    const double share = one.y0 == one.y1 ? 0.5 : std::log(y / one.y0) / std::log(one.y1 / one.y0);
    return one.x0 * std::pow(one.x1 / one.x0, share);
  }
  return std::nullopt;
}

ChartPanel panel_of(const analysis::WinnerMap& map, const AlgorithmStyles& styles,
                    const Symbols& symbols_by_winner, double pixels) {
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
                            symbols_by_winner.at(cell.winner), contrast(colour)});
  }
  Series contours{{}, {"x from", "x to", "y from", "y to", "gain"}, {}};
  Series labels{{}, {"x", "y", "gain"}, {}};
  for (const double level : analysis::kContourLevels) {
    const std::vector<analysis::WinnerMap::Segment> contour = map.contour(level);
    for (const auto& [x0, y0, x1, y1] : contour) contours.rows.push_back({x0, x1, y0, y1, level});
    // Between two rows, where no symbols are: as high as it reaches.
    for (std::size_t edge = map.positions.size() - 1; edge > 0; --edge)
      if (const auto at = x_at(contour, y[edge])) {
        labels.rows.push_back({*at, y[edge], fmt::format("{:g}", level)});
        break;
      }
  }
  Series names = region_names(map, contours.rows, x, y, pixels);
  panel.draw(std::move(cells), {.kind = MarkKind::boxes, .colour = 5});
  panel.draw_outlined(std::move(contours));
  panel.draw(std::move(symbols),
             {.kind = MarkKind::points, .style = {.size = 0.75}, .colour = 4, .symbol = 3});
  panel.draw(std::move(labels),
             {.kind = MarkKind::labels, .text = 3, .lettering = {.bold = true, .boxed = true}});
  panel.draw(std::move(names),
             {.kind = MarkKind::labels, .text = 3, .lettering = {.size = 8.5, .boxed = true}});
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
  const Symbols symbols = symbols_of(names, styles);
  const double pixels = maps.size() > 2 ? 300 : 360;
  for (const analysis::WinnerMap& map : maps)
    chart.panels.push_back(panel_of(map, styles, symbols, pixels));
  chart.legend.push_back({Sample::heading, "Winner"});
  for (const std::string& winner : names)
    chart.legend.push_back(
        {Sample::symbol, winner,
         Style{.colour = std::string(styles.colour(winner)), .symbol = symbols.at(winner)}});
  chart.legend.push_back({Sample::none, " "});
  chart.legend.push_back({Sample::heading, "Gain over the best dense"});
  for (const auto& [gain, text] : {std::pair{1.0, "none: dense wins"},
                                   {2.0, "2 times"},
                                   {5.0, "5 times"},
                                   {10.0, "10 times or more"}})
    chart.legend.push_back({Sample::box, text, Style{.colour = tint("0x444444", shade_of(gain))}});
  chart.legend.push_back({Sample::none, " "});
  chart.legend.push_back({Sample::none, "lines: best dense / best sparse"});
  lay_out_row(chart, 90, pixels, 320);
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
