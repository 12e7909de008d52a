#include "report/page/page_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/text/printable.hpp"
#include "base/text/shell_words.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/charts/chart_names.hpp"
#include "report/figures/figures.hpp"
#include "report/page/vega.hpp"

namespace sparlab::report {
namespace {

using nlohmann::json;

std::vector<std::string> algorithms_of(std::span<const analysis::SweepView> sweeps) {
  std::set<std::string> names;
  for (const analysis::SweepView& sweep : sweeps)
    for (const analysis::Panel& panel : sweep.panels)
      for (const analysis::Series& series : panel.series) names.insert(series.algorithm);
  return analysis::in_registry_order(names);
}

/// The positions of a panel that a page shows.
std::set<double> shown_positions(const analysis::Panel& panel, std::size_t count) {
  std::set<double> shown;
  for (const std::size_t i : spread(panel.positions.size(), count))
    shown.insert(panel.positions[i]);
  return shown;
}

/// A sweep with some of its panels and positions.
analysis::SweepView thinned(const analysis::SweepView& sweep, std::size_t most) {
  analysis::SweepView part = sweep;
  part.panels.clear();
  for (const std::size_t i : spread(sweep.panels.size(), most)) {
    analysis::Panel& panel = part.panels.emplace_back(sweep.panels[i]);
    const std::set<double> shown = shown_positions(panel, most);
    panel.positions.assign(shown.begin(), shown.end());
    for (analysis::Series& series : panel.series)
      std::erase_if(series.records, [&](const experiments::Record* record) {
        return !shown.contains(analysis::position(panel.axis, record->point));
      });
    std::erase_if(panel.series,
                  [](const analysis::Series& series) { return series.records.empty(); });
  }
  return part;
}

std::size_t count_records(std::span<const analysis::SweepView> sweeps) {
  std::size_t count = 0;
  for (const analysis::SweepView& sweep : sweeps)
    for (const analysis::Panel& panel : sweep.panels)
      for (const analysis::Series& series : panel.series) count += series.records.size();
  return count;
}

}  // namespace

std::string run_command_text(const analysis::SweepView& sweep, const analysis::Panel& panel) {
  std::set<std::string> ranks;
  std::set<std::string> universes;
  std::vector<std::string> densities;
  std::set<double> values;
  for (const analysis::Series& series : panel.series)
    for (const experiments::Record* record : series.records) {
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

std::string page_data(std::span<const analysis::SweepView> sweeps, std::size_t most_rows,
                      std::size_t most_of_charts) {
  json algorithms = json::array();
  std::map<std::string, std::size_t> index;
  for (const std::string& name : algorithms_of(sweeps)) {
    index[name] = algorithms.size();
    algorithms.push_back({{"name", base::printable(name)},
                          {"dense", analysis::is_dense(name)},
                          {"exact", !analysis::is_approximate(name)}});
  }
  const std::size_t all = count_records(sweeps);
  const std::size_t every = std::max<std::size_t>(1, (all + most_rows - 1) / most_rows);
  const bool thins_charts = all > most_of_charts;
  json views = json::array();
  json rows = json::array();
  for (const analysis::SweepView& sweep : sweeps) {
    json panels = json::array();
    for (const analysis::Panel& panel : sweep.panels) {
      const std::set<double> shown =
          shown_positions(panel, std::max<std::size_t>(2, panel.positions.size() / every));
      for (const analysis::Series& series : panel.series)
        for (const experiments::Record* record : series.records) {
          const double at = analysis::position(panel.axis, record->point);
          if (!shown.contains(at)) continue;
          const double ranks = static_cast<double>(record->point.ranks);
          rows.push_back({views.size(), panels.size(), name_of(series.engine),
                          index.at(series.algorithm), short_number(at),
                          short_number(record->time_s),
                          record->bytes ? short_number(*record->bytes / ranks) : json(nullptr)});
        }
      panels.push_back(panel.title());
    }
    json charts = json::array();
    std::ostringstream ignored;  // what is not drawn is said where figures are drawn as files
    for (const Chart& chart :
         figures_of(thins_charts ? thinned(sweep, kMostChartPlaces) : sweep, ignored))
      charts.push_back({{"name", file_stem(sweep.label) + chart.name}, {"spec", vega_spec(chart)}});
    views.push_back({{"title", sweep.title()},
                     {"settings", sweep.settings},
                     {"axis", name_of(sweep.axis)},
                     {"panels", std::move(panels)},
                     {"charts", std::move(charts)}});
  }
  const json data = {{"algorithms", std::move(algorithms)},
                     {"sweeps", std::move(views)},
                     {"rows", std::move(rows)},
                     {"records", all},
                     {"every", every},
                     {"places", thins_charts ? kMostChartPlaces : 0}};
  return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sparlab::report
