#include "report/figures/map_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "experiments/spec/points/engine.hpp"
#include "report/figures/algorithm_styles.hpp"
#include "report/figures/boxes_data.hpp"
#include "report/figures/curve_choice.hpp"

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

BoxesData::Panel panel_of(const analysis::WinnerMap& map, const AlgorithmStyles& styles) {
  BoxesData::Panel panel;
  panel.title = map.title();
  const std::vector<double> x = edges_of(map.densities);
  const std::vector<double> y = edges_of(map.positions);
  for (const analysis::WinnerMap::Cell& cell : map.cells) {
    const std::string colour = tint(styles.colour(cell.winner), shade_of(cell.gain));
    panel.boxes.push_back(
        {x[cell.column], x[cell.column + 1], y[cell.row], y[cell.row + 1], colour});
    panel.points.push_back({map.densities[cell.column], map.positions[cell.row],
                            styles.symbol(cell.winner), contrast(colour)});
  }
  for (const double level : analysis::kContourLevels) {
    const std::vector<analysis::WinnerMap::Segment> contour = map.contour(level);
    for (const auto& [x0, y0, x1, y1] : contour) panel.lines.push_back({x0, y0, x1 - x0, y1 - y0});
    if (contour.empty()) continue;
    // On the highest piece, above the symbols of its row.
    const auto highest = std::ranges::max_element(
        contour, {}, [](const analysis::WinnerMap::Segment& one) { return one.y0 * one.y1; });
    panel.labels.push_back({std::sqrt(highest->x0 * highest->x1),
                            std::sqrt(highest->y0 * highest->y1), fmt::format("{:g}", level)});
  }
  return panel;
}

Figure map_figure(const analysis::SweepView& sweep, const std::vector<analysis::WinnerMap>& maps,
                  const std::string& name) {
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
  BoxesData data;
  const std::string platform = sweep.platform.empty() ? "" : ", platform " + sweep.platform;
  data.set_texts(fmt::format("Fastest exact algorithm, {}", sweep.name()),
                 maps.front().fixed + platform,
                 fmt::format("input: {}{}{}", sweep.settings, best_dense_note(dense),
                             tied ? "; of algorithms that tie, the fastest is shown" : ""));
  const std::vector<double> x = edges_of(maps.front().densities);
  const std::vector<double> y = edges_of(maps.front().positions);
  const analysis::Axis second = maps.front().second;
  data.x = {"density of one rank's input, k / N", true, x.front(), x.back(),
            position_ticks(analysis::Axis::density, maps.front().densities, x.front(), x.back())};
  data.y = {
      second == analysis::Axis::ranks ? "number of ranks, P" : "size of the index universe, N",
      true, y.front(), y.back(),
      position_ticks(second, maps.front().positions, y.front(), y.back())};
  for (const analysis::WinnerMap& map : maps) {
    data.panels.push_back(panel_of(map, styles));
    const auto widen = [](BoxesData::Scale& scale, const std::vector<double>& edges) {
      scale.from = std::min(scale.from, edges.front());
      scale.to = std::max(scale.to, edges.back());
    };
    widen(data.x, edges_of(map.densities));
    widen(data.y, edges_of(map.positions));
  }
  data.panel_width = maps.size() > 2 ? 300 : 360;
  data.add_legend("heading", "0x0", 5, "Winner");
  for (const std::string& winner : names)
    data.add_legend("point", styles.colour(winner), styles.symbol(winner), winner);
  data.add_legend("heading", "0x0", 5, " ");
  data.add_legend("heading", "0x0", 5, "Gain over the best dense");
  for (const auto& [gain, text] : {std::pair{1.0, "none: dense wins"},
                                   {2.0, "2 times"},
                                   {5.0, "5 times"},
                                   {10.0, "10 times or more"}})
    data.add_legend("box", tint("0x444444", shade_of(gain)), 5, text);
  data.add_legend("heading", "0x0", 5, " ");
  data.add_legend("line", "0x0", 5, "lines: best dense / best sparse");
  return {name, FigureKind::boxes, data.text()};
}

}  // namespace

std::vector<Figure> map_figures(const analysis::SweepView& sweep, const std::string& name) {
  std::vector<analysis::WinnerMap> maps = analysis::winner_maps(sweep);
  std::vector<Figure> figures;
  for (auto first = maps.begin(); first != maps.end();) {
    const auto last = std::find_if(first, maps.end(), [&](const analysis::WinnerMap& map) {
      return map.fixed != first->fixed;
    });
    std::vector<analysis::WinnerMap> group(first, last);
    if (group.size() > kMostMaps) group.resize(kMostMaps);
    const std::string suffix =
        figures.empty() && last == maps.end() ? "" : fmt::format("-{}", figures.size() + 1);
    figures.push_back(map_figure(sweep, group, name + suffix));
    first = last;
  }
  return figures;
}

}  // namespace sparlab::report
