#include "experiments/report/time_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "experiments/points/engine.hpp"
#include "experiments/report/drawn_panel.hpp"
#include "experiments/report/engine_curves.hpp"
#include "experiments/report/figure_data.hpp"
#include "experiments/report/figure_frame.hpp"
#include "experiments/report/figure_style.hpp"
#include "experiments/report/panel_crossovers.hpp"
#include "experiments/report/processor_sharing.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// Logarithmic axes show only positive values.
bool is_drawable(const Panel& panel, const Record& record) {
  return position(panel.axis, record.point) > 0 && record.time_s > 0 &&
         std::isfinite(record.time_s);
}

std::set<double> drawable_positions(const Panel& panel) {
  std::set<double> positions;
  for (const Series& series : panel.series)
    for (const Record* record : series.records)
      if (is_drawable(panel, *record)) positions.insert(position(panel.axis, record->point));
  return positions;
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
  return kMissing;
}

/// An end of an interval if the axis can show it, otherwise the time itself.
double bound(std::optional<double> end_s, double time_s) {
  return end_s && *end_s > 0 && std::isfinite(*end_s) ? *end_s : time_s;
}

/// Builds the data file of one figure.
class TimeFigure {
 public:
  TimeFigure(const SweepView& sweep, const Panel& panel)
      : sweep_(sweep),
        panel_(drawn_panel(panel)),
        exact_(panel_.exact()),
        styles_(panel_.algorithms()),
        left_out_(panel.algorithms().size() - panel_.algorithms().size()) {}

  Figure build(const std::string& name) {
    add_frame(data_, {.title = "Time of one allreduce, " + sweep_.experiment + " / " + sweep_.label,
                      .subtitle = subtitle(),
                      .note = note(),
                      .engines_note = engines_note(),
                      .x_label = std::string(label_of(panel_.axis)),
                      .y_label = "time of the slowest rank"});
    add_axes();
    EngineCurves curves;
    for (const Series& series : panel_.series) add_series(curves, series);
    curves.add_to(data_, name_of(panel_.axis), "time_s");
    add_successions();
    add_legend();
    add_crossovers();
    return {name, FigureKind::curves, data_.text()};
  }

 private:
  void add_axes() {
    const std::set<double> positions = drawable_positions(panel_);
    add_x_axis(data_, panel_.axis, std::vector(positions.begin(), positions.end()));
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    for (const Series& series : panel_.series)
      for (const Record* record : series.records) {
        if (!is_drawable(panel_, *record)) continue;
        least = std::min(least, bound(record->time_low_s, record->time_s));
        greatest = std::max(greatest, bound(record->time_high_s, record->time_s));
      }
    add_y_axis(data_, "seconds", least / 1.4, greatest * 1.4);
  }

  void add_series(EngineCurves& curves, const Series& series) {
    std::vector<EngineCurves::Place> places;
    for (const Record* record : series.records)
      if (is_drawable(panel_, *record))
        places.push_back({position(panel_.axis, record->point), record->time_s, record->time_low_s,
                          record->time_high_s});
    curves.add({.engine = series.engine,
                .what = series.algorithm,
                .colour = std::string(styles_.colour(series.algorithm)),
                .symbol = styles_.symbol(series.algorithm),
                .aside = aside(series.algorithm)},
               places);
  }

  /// Factor of the position at which an algorithm's measurements are drawn: each algorithm is
  /// shifted a little, so that none hides another.
  double aside(const std::string& algorithm) const {
    constexpr double kStep = 0.005;  // of the width of the axis
    const std::vector<std::string> algorithms = panel_.algorithms();
    const auto index = std::ranges::find(algorithms, algorithm) - algorithms.begin();
    const std::set<double> positions = drawable_positions(panel_);
    const double share =
        kStep * (static_cast<double>(index) - static_cast<double>(algorithms.size() - 1) / 2);
    return std::pow(*positions.rbegin() / *positions.begin(), share);
  }

  /// Circles where the winner changes.
  void add_successions() {
    Rows rows;
    for (const Engine engine : exact_.engines()) {
      const std::vector<WinnerRange> ranges = winner_ranges(exact_, engine);
      for (std::size_t i = 0; i + 1 < ranges.size(); ++i) {
        const double time =
            time_at(exact_, *exact_.find(engine, ranges[i].algorithm), ranges[i].until);
        if (ranges[i].until > 0 && time > 0) rows.push_back({ranges[i].until, time});
      }
    }
    data_.add_table("successions", fmt::format("{}, time_s", name_of(panel_.axis)), rows);
  }

  void add_legend() {
    const std::vector<Engine> engines = panel_.engines();
    const bool measured = std::ranges::any_of(engines, measures);
    const std::vector<std::string> approximate = panel_.approximate().algorithms();
    add_group(data_, 1, approximate.empty() ? "Algorithm" : "Exact", entries(exact_.algorithms()));
    add_group(data_, 2, "Approximate", entries(approximate));
    add_engines(data_, engines);
    data_.set("mpi text", "mpi: median, 95 % interval");
    data_.set("mpi symbol", 4);
    data_.set("symbols in legend", measured ? 1 : 0);
  }

  Rows entries(const std::vector<std::string>& algorithms) const {
    Rows rows;
    for (const std::string& algorithm : algorithms)
      rows.push_back({styles_.colour(algorithm), styles_.symbol(algorithm), algorithm});
    return rows;
  }

  void add_crossovers() {
    Rows crossovers;
    Rows intervals;
    for (const Engine engine : panel_.engines())
      for (const auto& found : sparse_dense_crossovers(exact_, engine)) {
        const std::string text = fmt::format(
            "{}: {}", name_of(engine), place_text(panel_.axis, crossover_text(panel_.axis, found)));
        if (found.lo < found.hi) intervals.push_back({found.lo, found.hi});
        crossovers.push_back({found.at, name_of(engine), text});
      }
    data_.add_table("crossovers", fmt::format("{}, engine, text", name_of(panel_.axis)),
                    crossovers);
    data_.add_table("intervals", "from, to", intervals);
  }

  std::string subtitle() const {
    const std::string fixed = panel_.fixed_text();
    return sweep_.platform.empty() ? fixed : fixed + ", platform " + sweep_.platform;
  }

  std::string note() const {
    const std::string input = "input: " + sweep_.settings;
    if (left_out_ == 0) return input;
    return fmt::format("{}; not drawn: the {} slowest algorithms", input, left_out_);
  }

  /// The machines and networks of the engines.
  std::string engines_note() const {
    std::vector<std::string> parts;
    for (const Engine engine : panel_.engines()) {
      const auto series = std::ranges::find(panel_.series, engine, &Series::engine);
      const Record& record = *series->records.front();
      if (engine == panel_.engines().front() && !record.point.machine.empty())
        parts.push_back("machine: " + record.point.machine);
      const auto network = record.network.find("network/model");
      if (network != record.network.end())
        parts.push_back("simgrid: network model " + network->second);
      const auto host = record.environment.find("host");
      if (measures(engine) && host != record.environment.end())
        parts.push_back("mpi: on " + host->second + ", points set apart sideways");
    }
    if (const auto sharing = processor_sharing(panel_)) parts.push_back(sharing->text());
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  const SweepView& sweep_;
  Panel panel_;
  Panel exact_;  ///< only these compete: winners and crossovers come from them
  AlgorithmStyles styles_;
  std::size_t left_out_;  ///< algorithms that are not drawn
  FigureData data_;
};

}  // namespace

Figure time_figure(const SweepView& sweep, const Panel& panel, const std::string& name) {
  return TimeFigure(sweep, panel).build(name);
}

bool can_draw_times(const Panel& panel) { return drawable_positions(panel).size() >= 2; }

}  // namespace sparlab::experiments
