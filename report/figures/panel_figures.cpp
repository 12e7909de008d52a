#include "report/figures/panel_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "analysis/results/crossovers.hpp"
#include "analysis/results/regret.hpp"
#include "analysis/results/standing.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/figures/algorithm_styles.hpp"
#include "report/figures/crossing_marks.hpp"
#include "report/figures/curve_choice.hpp"
#include "report/figures/figure_data.hpp"

namespace sparlab::report {
namespace {

/// Fully transparent, for gnuplot.
constexpr std::string_view kHiddenColour = "0xFFFFFFFF";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The value of a record that a figure shows along the free axis.
using Shown = std::function<Curve::Place(const experiments::Record& record)>;

/// What a logarithmic axis can show of a series.
std::vector<Curve::Place> drawable_places(const analysis::Panel& panel,
                                          const analysis::Series& series, const Shown& shown) {
  std::vector<Curve::Place> places;
  for (const experiments::Record* record : series.records) {
    Curve::Place place = shown(*record);
    place.x = analysis::position(panel.axis, record->point);
    if (place.x > 0 && place.y > 0 && std::isfinite(place.y)) places.push_back(place);
  }
  return places;
}

Curve::Place time_place(const experiments::Record& record) {
  const bool has_interval = record.time_low_s && record.time_high_s;
  return {0, record.time_s, has_interval ? *record.time_low_s : kNone,
          has_interval ? *record.time_high_s : kNone};
}

Curve::Place traffic_of(const experiments::Record& record) {
  if (!record.bytes) return {0, kNone, kNone, kNone};
  const double bytes = *record.bytes / static_cast<double>(record.point.ranks);
  return {0, bytes, bytes, bytes};
}

/// The speed-up of the sparse records of a panel over the best dense one.
Shown speed_up_in(const analysis::Panel& panel) {
  return [&panel](const experiments::Record& record) -> Curve::Place {
    const auto standing = analysis::standing_at(panel, record.point.engine,
                                                analysis::position(panel.axis, record.point));
    const bool comparable = standing && standing->best_dense != nullptr && record.time_s > 0 &&
                            !analysis::is_dense(record.point.algorithm.spec());
    return {0, comparable ? standing->best_dense->time_s / record.time_s : kNone, kNone, kNone};
  };
}

/// The panel with the series of which a figure can show something.
analysis::Panel drawable_part(const analysis::Panel& panel, const Shown& shown) {
  analysis::Panel part = panel;
  std::erase_if(part.series, [&](const analysis::Series& series) {
    return drawable_places(panel, series, shown).empty();
  });
  return part;
}

bool shown_twice(const analysis::Panel& panel, const Shown& shown) {
  std::set<double> positions;
  for (const analysis::Series& series : panel.series)
    for (const Curve::Place& place : drawable_places(panel, series, shown))
      positions.insert(place.x);
  return positions.size() >= 2;
}

/// The title, and what is said below it and below the figure.
void set_texts(FigureData& data, const std::string& what, const analysis::SweepView& sweep,
               const analysis::Panel& panel) {
  data.set("title", fmt::format("{}, {}", what, sweep.name()));
  data.set("subtitle", analysis::subtitle_of(sweep, panel, panel.fixed_text()));
  data.set("note", "input: " + sweep.settings);
}

/// The machines and networks of the engines.
std::string engines_note(const analysis::Panel& panel) {
  std::vector<std::string> parts;
  for (const experiments::Engine engine : panel.engines()) {
    const auto series = std::ranges::find(panel.series, engine, &analysis::Series::engine);
    const experiments::Record& record = *series->records.front();
    if (engine == panel.engines().front() && record.point.machine != experiments::MachineKind::none)
      parts.push_back(fmt::format("machine: {}", name_of(record.point.machine)));
    const auto network = record.network.find("network/model");
    if (network != record.network.end())
      parts.push_back("simgrid: network model " + network->second);
    const auto host = record.environment.find("host");
    if (experiments::measures(engine) && host != record.environment.end())
      parts.push_back("mpi: on " + host->second + ", points set apart sideways");
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Lines of one engine per algorithm carry symbols: the first engine that is drawn as lines.
std::vector<Curve> curves_of(const analysis::Panel& panel, const AlgorithmStyles& styles,
                             const Shown& shown) {
  constexpr double kStep = 0.005;
  const std::vector<std::string> algorithms = panel.algorithms();
  std::set<std::string> marked;
  std::vector<Curve> curves;
  for (const analysis::Series& series : panel.series) {
    const auto index = std::ranges::find(algorithms, series.algorithm) - algorithms.begin();
    const bool line = pen_name(series.engine) != "symbols";
    curves.push_back({.engine = series.engine,
                      .what = series.algorithm,
                      .colour = std::string(styles.colour(series.algorithm)),
                      .symbol = styles.symbol(series.algorithm),
                      .marked = line && marked.insert(series.algorithm).second,
                      .shift = kStep * (static_cast<double>(index) -
                                        static_cast<double>(algorithms.size() - 1) / 2),
                      .places = drawable_places(panel, series, shown)});
  }
  return curves;
}

Rows crossovers(const analysis::Panel& exact) {
  Rows rows;
  for (const experiments::Engine engine : exact.engines())
    for (const analysis::PanelCrossover& found : analysis::sparse_dense_crossovers(exact, engine))
      rows.push_back({found.at, found.lo, found.hi, pen_name(engine),
                      fmt::format("{}: {}", name_of(engine),
                                  analysis::place_text(
                                      exact.axis, analysis::crossover_text(exact.axis, found)))});
  return rows;
}

/// Title, curves and the legend of algorithms: what all figures along an axis have in common.
FigureData figure_of_curves(std::string_view kind, const std::string& what,
                            const analysis::SweepView& sweep, const CurveChoice& choice,
                            const Shown& shown, std::string_view value_name,
                            std::string_view remark = {}) {
  const analysis::Panel& drawn = choice.panel;
  const AlgorithmStyles styles(drawn.algorithms());
  FigureData data(kind, drawn.axis);
  set_texts(data, what, sweep, drawn);
  const std::string left_out = choice.left_out > 0 ? "; " + choice.left_out_text() : "";
  data.set("note", fmt::format("input: {}{}{}", sweep.settings, remark, left_out));
  data.set("engines note", engines_note(drawn));
  const std::vector<Curve> curves = curves_of(drawn, styles, shown);
  data.add_curves(curves, value_name,
                  kind == "times" ? "mpi: median, 95 % interval" : "mpi, medians");
  const auto add_group = [&](const char* group, const char* heading,
                             const std::vector<std::string>& algorithms) {
    Rows rows;
    for (const std::string& algorithm : algorithms) {
      if (std::ranges::none_of(curves, [&](const Curve& curve) {
            return curve.what == algorithm && !curve.places.empty();
          }))
        continue;
      std::string_view colour = styles.colour(algorithm);
      for (const std::string& line : choice.label(algorithm)) {
        rows.push_back({colour, styles.symbol(algorithm), line});
        colour = kHiddenColour;  // one sample stands for all lines
      }
    }
    data.set(group, heading);
    data.add_table(group, "colour, symbol, text", rows);
  };
  const std::vector<std::string> approximate = drawn.approximate().algorithms();
  add_group("group 1", approximate.empty() ? "Algorithm" : "Exact", drawn.exact().algorithms());
  add_group("group 2", "Approximate", approximate);
  return data;
}

/// The regrets at positive positions, since the axis is logarithmic.
std::vector<Curve::Place> drawable_regrets(const analysis::Panel& panel,
                                           experiments::Engine engine) {
  std::vector<Curve::Place> places;
  for (const analysis::Regret& regret : analysis::regrets(panel, engine))
    if (regret.position > 0 && std::isfinite(regret.share))
      places.push_back({regret.position, 100 * regret.share, kNone, kNone});
  return places;
}

}  // namespace

bool can_draw_times(const analysis::Panel& panel) { return shown_twice(panel, time_place); }

Figure time_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                   const std::string& name) {
  const CurveChoice choice = choose_curves(panel);
  FigureData data =
      figure_of_curves("times", "Time of one allreduce", sweep, choice, time_place, "time_s");
  data.add_table("successions", fmt::format("{}, time_s, number, texts", name_of(panel.axis)),
                 crossing_rows(panel, choice));
  // Only exact algorithms compete.
  data.add_table("crossovers", fmt::format("{}, from, to, pen, text", name_of(panel.axis)),
                 crossovers(panel.competing()));
  return {name, FigureKind::curves, data.text()};
}

bool can_draw_speed_up(const analysis::Panel& panel) {
  return shown_twice(panel, speed_up_in(panel));
}

Figure speed_up_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                       const std::string& name) {
  const CurveChoice choice = choose_curves(drawable_part(panel, speed_up_in(panel)));
  std::set<std::string> dense;
  for (const experiments::Engine engine : panel.engines())
    for (const double position : panel.positions)
      if (const auto standing = analysis::standing_at(panel, engine, position);
          standing && standing->best_dense != nullptr)
        dense.insert(standing->best_dense->point.algorithm.spec());
  const FigureData data =
      figure_of_curves("speed-up", "Speed-up over the best dense algorithm", sweep, choice,
                       speed_up_in(panel), "speed_up", best_dense_note(dense));
  return {name, FigureKind::curves, data.text()};
}

bool can_draw_traffic(const analysis::Panel& panel) { return shown_twice(panel, traffic_of); }

Figure traffic_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                      const std::string& name) {
  const CurveChoice choice =
      choose_curves(drawable_part(panel, traffic_of),
                    [](const experiments::Record& record) { return record.bytes.value_or(kNone); });
  const FigureData data = figure_of_curves("traffic", "Bytes sent by a rank, in the mean", sweep,
                                           choice, traffic_of, "bytes");
  return {name, FigureKind::curves, data.text()};
}

bool can_draw_regret(const analysis::Panel& panel) {
  return std::ranges::any_of(panel.engines(), [&](experiments::Engine engine) {
    return drawable_regrets(panel, engine).size() >= 2;
  });
}

Figure regret_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                     const std::string& name) {
  FigureData data("regret", panel.axis);
  set_texts(data, "What choosing costs sparlab_auto", sweep, panel);
  data.set("engines note",
           "compared with the fastest of the other exact algorithms that ran there");
  std::vector<Curve> curves;
  for (const experiments::Engine engine : panel.engines())
    curves.push_back(
        {.engine = engine, .what = "regret", .places = drawable_regrets(panel, engine)});
  data.add_curves(curves, "regret_percent");
  return {name, FigureKind::regret, data.text()};
}

}  // namespace sparlab::report
