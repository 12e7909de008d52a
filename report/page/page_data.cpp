#include "report/page/page_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/results/standing.hpp"
#include "analysis/results/winner_map.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_words.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/page/html_text.hpp"

namespace sparlab::report {
namespace {

using nlohmann::json;

/// Six digits are more than a page shows, and keep it small.
json short_json(double value) {
  if (!std::isfinite(value)) return nullptr;
  return std::stod(fmt::format("{:.6g}", value));
}

json optional_json(const std::optional<double>& value) {
  return value ? short_json(*value) : json(nullptr);
}

/// The names by which Vega knows gnuplot's symbols.
std::string_view shape_of(int symbol) {
  switch (symbol) {
    case 1:
      return "cross";
    case 2:
      return "triangle-right";
    case 3:
      return "triangle-left";
    case 5:
      return "square";
    case 7:
      return "circle";
    case 9:
      return "triangle-up";
    case 11:
      return "triangle-down";
    case 13:
      return "diamond";
    default:
      return "M0,-1L0.95,-0.31L0.59,0.81L-0.59,0.81L-0.95,-0.31Z";  // a pentagon
  }
}

std::vector<std::string> algorithms_of(std::span<const analysis::SweepView> sweeps) {
  std::set<std::pair<std::size_t, std::string>> names;
  for (const analysis::SweepView& sweep : sweeps)
    for (const analysis::Panel& panel : sweep.panels)
      for (const analysis::Series& series : panel.series)
        names.emplace(analysis::registry_position(series.algorithm), series.algorithm);
  std::vector<std::string> algorithms;
  for (const auto& [place, name] : names) algorithms.push_back(name);
  return algorithms;
}

json map_json(const analysis::WinnerMap& map) {
  json cells = json::array();
  for (const analysis::WinnerMap::Cell& cell : map.cells)
    cells.push_back(
        {cell.column, cell.row, cell.winner, optional_json(cell.gain), cell.tied, cell.dense});
  json densities = json::array();
  for (const double density : map.densities) densities.push_back(short_json(density));
  json contours = json::array();
  for (const double level : analysis::kContourLevels)
    for (const auto& [x0, y0, x1, y1] : map.contour(level))
      contours.push_back({level, short_json(x0), short_json(y0), short_json(x1), short_json(y1)});
  return {{"engine", name_of(map.engine)},
          {"title", map.title()},
          {"contours", std::move(contours)},
          {"axis", name_of(map.second)},
          {"fixed", map.fixed},
          {"densities", std::move(densities)},
          {"positions", map.positions},
          {"cells", std::move(cells)}};
}

/// The positions of a panel that a page shows: every n-th, and the last.
std::set<double> shown_positions(const analysis::Panel& panel, std::size_t every) {
  std::set<double> shown;
  for (std::size_t i = 0; i < panel.positions.size(); i += every) shown.insert(panel.positions[i]);
  if (!panel.positions.empty()) shown.insert(panel.positions.back());
  return shown;
}

/// Where a page does not show all rows, its maps are small too: a place takes 45 bytes.
constexpr std::size_t kMostThinnedMaps = 8;
constexpr std::size_t kMostThinnedPlaces = 32;

std::size_t count_records(std::span<const analysis::SweepView> sweeps) {
  std::size_t count = 0;
  for (const analysis::SweepView& sweep : sweeps)
    for (const analysis::Panel& panel : sweep.panels)
      for (const analysis::Series& series : panel.series) count += series.records.size();
  return count;
}

}  // namespace

std::string run_command_text(const analysis::SweepView& sweep, const analysis::Panel& panel,
                             const std::set<double>& shown) {
  std::set<std::string> ranks;
  std::set<std::string> universes;
  std::vector<std::string> densities;
  std::set<double> values;
  for (const analysis::Series& series : panel.series)
    for (const experiments::Record* record : series.records) {
      if (!shown.contains(analysis::position(panel.axis, record->point))) continue;
      ranks.insert(fmt::format("{}", record->point.ranks));
      universes.insert(fmt::format("{}", record->point.universe));
      values.insert(record->point.density);
    }
  for (const double value : values) densities.push_back(fmt::format("{:.6g}", value));
  std::vector<std::string> engines;
  for (const experiments::Engine engine : panel.engines())
    if (experiments::runs(engine)) engines.emplace_back(name_of(engine));
  if (engines.empty()) return "";
  std::string command = fmt::format(
      "sparlab run -a {} --engines {} -P {} -N {}",
      base::shell_word(base::printable(fmt::format("{}", fmt::join(panel.algorithms(), ",")))),
      fmt::join(engines, ","), fmt::join(ranks, ","), fmt::join(universes, ","));
  if (!panel.series.empty() && !inputs::is_real_data(panel.series[0].records[0]->point.input.kind))
    command += fmt::format(" --density {}", fmt::join(densities, ","));
  if (!sweep.platform.empty())
    command += " --platform " + base::shell_word(base::printable(sweep.platform));
  return command;
}

std::string page_data(std::span<const analysis::SweepView> sweeps, std::size_t most_rows) {
  const std::vector<std::string> names = algorithms_of(sweeps);
  const AlgorithmStyles styles(names);
  json algorithms = json::array();
  std::map<std::string, std::size_t> index;
  for (const std::string& name : names) {
    index[name] = algorithms.size();
    algorithms.push_back({{"name", base::printable(name)},
                          {"colour", "#" + std::string(styles.colour(name).substr(2))},
                          {"shape", shape_of(styles.symbol(name))},
                          {"dense", analysis::is_dense(name)},
                          {"exact", !analysis::is_approximate(name)}});
  }
  const std::size_t all = count_records(sweeps);
  const std::size_t every = std::max<std::size_t>(1, (all + most_rows - 1) / most_rows);
  std::size_t thinned_maps = 0;
  json views = json::array();
  json rows = json::array();
  for (const analysis::SweepView& sweep : sweeps) {
    json panels = json::array();
    for (const analysis::Panel& panel : sweep.panels) {
      const std::set<double> shown = shown_positions(panel, every);
      for (const analysis::Series& series : panel.series)
        for (const experiments::Record* record : series.records) {
          const double at = analysis::position(panel.axis, record->point);
          if (!shown.contains(at)) continue;
          const double ranks = static_cast<double>(record->point.ranks);
          rows.push_back({views.size(), panels.size(), name_of(series.engine),
                          index.at(series.algorithm), short_json(at), short_json(record->time_s),
                          optional_json(record->time_low_s), optional_json(record->time_high_s),
                          record->bytes ? short_json(*record->bytes / ranks) : json(nullptr)});
        }
      panels.push_back({{"text", panel.title()},
                        {"N", panel.axis == analysis::Axis::universe ? 0 : panel.universe},
                        {"command", run_command_text(sweep, panel, shown)}});
    }
    json maps = json::array();
    for (analysis::WinnerMap& found : analysis::winner_maps(sweep)) {
      if (every > 1 && thinned_maps++ == kMostThinnedMaps) break;
      analysis::WinnerMap map = every > 1 ? found.thinned(kMostThinnedPlaces) : std::move(found);
      for (analysis::WinnerMap::Cell& cell : map.cells) {
        cell.winner = base::printable(cell.winner);
        cell.dense = base::printable(cell.dense);
      }
      maps.push_back(map_json(map));
    }
    views.push_back({{"title", sweep.title()},
                     {"settings", sweep.settings},
                     {"axis", name_of(sweep.axis)},
                     {"panels", std::move(panels)},
                     {"maps", std::move(maps)}});
  }
  const json data = {{"algorithms", std::move(algorithms)},
                     {"sweeps", std::move(views)},
                     {"rows", std::move(rows)},
                     {"records", all},
                     {"every", every}};
  return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sparlab::report
