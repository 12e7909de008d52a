#include "experiments/report/figures/panel_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "experiments/points/engine.hpp"
#include "experiments/report/analysis/crossovers.hpp"
#include "experiments/report/analysis/regret.hpp"
#include "experiments/report/analysis/standing.hpp"
#include "experiments/report/figures/algorithm_styles.hpp"
#include "experiments/report/figures/figure_data.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// For each algorithm, the minimum ratio of its time to that of the fastest one.
std::map<std::string, double> nearness(const Panel& panel) {
  std::map<std::string, double> nearest;
  for (const std::string& algorithm : panel.algorithms())
    nearest[algorithm] = std::numeric_limits<double>::infinity();
  for (const Engine engine : panel.engines())
    for (const double position : panel.positions) {
      const auto standing = standing_at(panel, engine, position);
      if (!standing || !(standing->winner().time_s > 0)) continue;
      for (const Record* record : standing->fastest_first) {
        double& least = nearest[record->point.algorithm.spec()];
        least = std::min(least, record->time_s / standing->winner().time_s);
      }
    }
  return nearest;
}

/// The algorithms of a panel beyond the `most` best, which are not drawn.
std::vector<std::string> beyond(const Panel& panel, std::size_t most) {
  std::vector<std::string> algorithms = panel.algorithms();
  if (algorithms.size() <= most) return {};
  const auto near = nearness(panel);
  std::ranges::stable_sort(algorithms, {},
                           [&](const std::string& algorithm) { return near.at(algorithm); });
  algorithms.erase(algorithms.begin(), algorithms.begin() + static_cast<std::ptrdiff_t>(most));
  return algorithms;
}

/// What a logarithmic axis can show of a series.
std::vector<Curve::Place> drawable_places(const Panel& panel, const Series& series) {
  std::vector<Curve::Place> places;
  for (const Record* record : series.records) {
    const double x = position(panel.axis, record->point);
    if (!(x > 0 && record->time_s > 0 && std::isfinite(record->time_s))) continue;
    const bool has_interval = record->time_low_s && record->time_high_s;
    places.push_back({x, record->time_s, has_interval ? *record->time_low_s : kNone,
                      has_interval ? *record->time_high_s : kNone});
  }
  return places;
}

/// The time of a series at a position between two of its own, interpolated linearly in log-log.
double time_at(const Panel& panel, const Series& series, double where) {
  for (std::size_t i = 0; i + 1 < series.records.size(); ++i) {
    const Record& left = *series.records[i];
    const Record& right = *series.records[i + 1];
    const double x0 = position(panel.axis, left.point);
    const double x1 = position(panel.axis, right.point);
    if (where < x0 || where > x1 || !(x0 > 0)) continue;
    const double share = std::log(where / x0) / std::log(x1 / x0);
    return left.time_s * std::pow(right.time_s / left.time_s, share);
  }
  return kNone;
}

/// The title, and what is said below it and below the figure.
void set_texts(FigureData& data, const std::string& what, const SweepView& sweep,
               const Panel& panel) {
  data.set("title", fmt::format("{}, {} / {}", what, sweep.experiment, sweep.label));
  const std::string fixed = panel.fixed_text();
  data.set("subtitle", sweep.platform.empty() ? fixed : fixed + ", platform " + sweep.platform);
  data.set("note", "input: " + sweep.settings);
}

/// The machines and networks of the engines.
std::string engines_note(const Panel& panel) {
  std::vector<std::string> parts;
  for (const Engine engine : panel.engines()) {
    const auto series = std::ranges::find(panel.series, engine, &Series::engine);
    const Record& record = *series->records.front();
    if (engine == panel.engines().front() && !record.point.machine.empty())
      parts.push_back("machine: " + record.point.machine);
    const auto network = record.network.find("network/model");
    if (network != record.network.end())
      parts.push_back("simgrid: network model " + network->second);
    const auto host = record.environment.find("host");
    if (measures(engine) && host != record.environment.end())
      parts.push_back("mpi: on " + host->second + ", points set apart sideways");
  }
  if (const auto sharing = processor_sharing(panel)) parts.push_back(sharing->text());
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<Curve> time_curves(const Panel& panel, const AlgorithmStyles& styles) {
  constexpr double kStep = 0.005;
  const std::vector<std::string> algorithms = panel.algorithms();
  std::vector<Curve> curves;
  for (const Series& series : panel.series) {
    const auto index = std::ranges::find(algorithms, series.algorithm) - algorithms.begin();
    curves.push_back({.engine = series.engine,
                      .what = series.algorithm,
                      .colour = std::string(styles.colour(series.algorithm)),
                      .symbol = styles.symbol(series.algorithm),
                      .shift = kStep * (static_cast<double>(index) -
                                        static_cast<double>(algorithms.size() - 1) / 2),
                      .places = drawable_places(panel, series)});
  }
  return curves;
}

/// Circles where the winner changes.
Rows successions(const Panel& exact) {
  Rows rows;
  for (const Engine engine : exact.engines()) {
    const std::vector<WinnerRange> ranges = winner_ranges(exact, engine);
    for (std::size_t i = 0; i + 1 < ranges.size(); ++i) {
      const double until = ranges[i].until;
      const double time = time_at(exact, *exact.find(engine, ranges[i].algorithm), until);
      if (until > 0 && time > 0) rows.push_back({until, time});
    }
  }
  return rows;
}

Rows crossovers(const Panel& exact) {
  Rows rows;
  for (const Engine engine : exact.engines())
    for (const PanelCrossover& found : sparse_dense_crossovers(exact, engine))
      rows.push_back({found.at, found.lo, found.hi, pen_name(engine),
                      fmt::format("{}: {}", name_of(engine),
                                  place_text(exact.axis, crossover_text(exact.axis, found)))});
  return rows;
}

/// The regrets at positive positions, since the axis is logarithmic.
std::vector<Curve::Place> drawable_regrets(const Panel& panel, Engine engine) {
  std::vector<Curve::Place> places;
  for (const Regret& regret : regrets(panel, engine))
    if (regret.position > 0 && std::isfinite(regret.share))
      places.push_back({regret.position, 100 * regret.share, kNone, kNone});
  return places;
}

}  // namespace

Panel drawn_panel(const Panel& panel) {
  Panel drawn = panel;
  for (const auto& [part, most] : {std::pair{panel.exact(), kMostDrawnExact},
                                   std::pair{panel.approximate(), kMostDrawnApproximate}})
    for (const std::string& left_out : beyond(part, most))
      std::erase_if(drawn.series,
                    [&](const Series& series) { return series.algorithm == left_out; });
  return drawn;
}

bool can_draw_times(const Panel& panel) {
  std::set<double> positions;
  for (const Series& series : panel.series)
    for (const Curve::Place& place : drawable_places(panel, series)) positions.insert(place.x);
  return positions.size() >= 2;
}

Figure time_figure(const SweepView& sweep, const Panel& panel, const std::string& name) {
  const Panel drawn = drawn_panel(panel);
  const Panel exact = drawn.exact();  // only these compete
  const std::vector<std::string> approximate = drawn.approximate().algorithms();
  const AlgorithmStyles styles(drawn.algorithms());
  FigureData data("times", panel.axis);
  set_texts(data, "Time of one allreduce", sweep, drawn);
  if (const auto left_out = panel.algorithms().size() - drawn.algorithms().size(); left_out > 0)
    data.set("note", fmt::format("input: {}; not drawn: the {} slowest algorithms", sweep.settings,
                                 left_out));
  data.set("engines note", engines_note(drawn));
  data.add_curves(time_curves(drawn, styles), "time_s", "mpi: median, 95 % interval");
  data.add_table("successions", fmt::format("{}, time_s", name_of(panel.axis)), successions(exact));
  const auto add_group = [&](const char* group, const char* heading,
                             const std::vector<std::string>& algorithms) {
    Rows rows;
    for (const std::string& algorithm : algorithms)
      rows.push_back({styles.colour(algorithm), styles.symbol(algorithm), algorithm});
    data.set(group, heading);
    data.add_table(group, "colour, symbol, text", rows);
  };
  add_group("group 1", approximate.empty() ? "Algorithm" : "Exact", exact.algorithms());
  add_group("group 2", "Approximate", approximate);
  data.add_table("crossovers", fmt::format("{}, from, to, pen, text", name_of(panel.axis)),
                 crossovers(exact));
  return {name, FigureKind::curves, data.text()};
}

bool can_draw_regret(const Panel& panel) {
  return std::ranges::any_of(
      panel.engines(), [&](Engine engine) { return drawable_regrets(panel, engine).size() >= 2; });
}

Figure regret_figure(const SweepView& sweep, const Panel& panel, const std::string& name) {
  FigureData data("regret", panel.axis);
  set_texts(data, "What choosing costs sparlab_auto", sweep, panel);
  data.set("engines note",
           "compared with the fastest of the other exact algorithms that ran there");
  std::vector<Curve> curves;
  for (const Engine engine : panel.engines())
    curves.push_back(
        {.engine = engine, .what = "regret", .places = drawable_regrets(panel, engine)});
  data.add_curves(curves, "regret_percent");
  return {name, FigureKind::regret, data.text()};
}

}  // namespace sparlab::experiments
