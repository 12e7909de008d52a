#include "experiments/report/time_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "experiments/plan/names.hpp"
#include "experiments/report/drawn_panel.hpp"
#include "experiments/report/figure_style.hpp"
#include "experiments/report/panel_crossovers.hpp"
#include "experiments/report/processor_sharing.hpp"
#include "experiments/report/unit_text.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kDark = "#444444";

/// Log axes show what is positive.
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

std::string label_of(const Series& series) {
  return fmt::format("{} {}", name_of(series.engine), series.algorithm);
}

/// The time of a series at a position between two of its own, on a straight line in log-log.
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

/// Builds the data, the settings and the plot command of one figure side by side.
class TimeFigure {
 public:
  TimeFigure(const SweepView& sweep, const Panel& panel)
      : sweep_(sweep),
        panel_(drawn_panel(panel)),
        exact_(panel_.exact()),
        styles_(panel_.algorithms()),
        left_out_(panel.algorithms().size() - panel_.algorithms().size()) {}

  Figure build(const std::string& name) {
    set_axes();
    for (const Series& series : panel_.series) add_series(series);
    for (const Engine engine : exact_.engines()) add_successions(engine);
    add_legend();
    const FigureFrame frame{
        .name = name,
        .title = "Time of one allreduce, " + sweep_.experiment + " / " + sweep_.label,
        .subtitle = subtitle(),
        .note = note(),
        .engines_note = engines_note(),
        .x_label = std::string(label_of(panel_.axis)),
        .y_label = "time of the slowest rank"};
    return {name, data_, gnuplot_script(frame, settings_, elements_)};
  }

 private:
  void set_axes() {
    const std::set<double> positions = drawable_positions(panel_);
    settings_ += x_axis(panel_.axis, std::vector(positions.begin(), positions.end()));
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    for (const Series& series : panel_.series)
      for (const Record* record : series.records) {
        if (!is_drawable(panel_, *record)) continue;
        least = std::min(least, record->time_low_s.value_or(record->time_s));
        greatest = std::max(greatest, record->time_high_s.value_or(record->time_s));
      }
    settings_ += fmt::format("set logscale y\nset format y '%.0s %cs'\nset yrange [{}:{}]\n",
                             least / 1.4, greatest * 1.4);
    add_tics_within_decades(least / 1.4, greatest * 1.4);
  }

  /// Decades alone would leave a narrow range with a label or two.
  void add_tics_within_decades(double least, double greatest) {
    constexpr double kNarrow = 100;
    if (greatest / least > kNarrow) return;
    std::vector<std::string> tics;
    for (int decade = static_cast<int>(std::floor(std::log10(least)));
         decade <= static_cast<int>(std::floor(std::log10(greatest))); ++decade)
      for (const int digit : {1, 2, 5}) tics.push_back(fmt::format("{}e{}", digit, decade));
    settings_ += fmt::format("set ytics ({})\n", fmt::join(tics, ", "));
  }

  void add_series(const Series& series) {
    std::vector<std::vector<double>> rows;
    for (const Record* record : series.records)
      if (is_drawable(panel_, *record))
        rows.push_back({position(panel_.axis, record->point), record->time_s,
                        record->time_low_s.value_or(kMissing),
                        record->time_high_s.value_or(kMissing)});
    if (rows.empty()) return;
    const std::string label = label_of(series);
    data_ += data_block(
        label, fmt::format("{} time_s time_low_s time_high_s", name_of(panel_.axis)), rows);
    if (series.engine == Engine::mpi) {
      add_measured(label, series.algorithm);
    } else {
      elements_.push_back(fmt::format("{} using 1:2 with {} notitle", block(label),
                                      line_of(series.engine, styles_.colour(series.algorithm))));
    }
  }

  /// Points and intervals, each algorithm a little beside the others so that none hides another.
  void add_measured(const std::string& label, const std::string& algorithm) {
    constexpr double kStep = 0.005;  // of the width of the axis
    const std::vector<std::string> algorithms = panel_.algorithms();
    const auto index = std::ranges::find(algorithms, algorithm) - algorithms.begin();
    const std::set<double> positions = drawable_positions(panel_);
    const double aside =
        kStep * (static_cast<double>(index) - static_cast<double>(algorithms.size() - 1) / 2);
    const double factor = std::pow(*positions.rbegin() / *positions.begin(), aside);
    const std::string_view colour = styles_.colour(algorithm);
    elements_.push_back(fmt::format("{} using ($1*{:.5g}):2 with {} pt {} notitle", block(label),
                                    factor, line_of(Engine::mpi, colour),
                                    styles_.symbol(algorithm)));
    elements_.push_back(
        fmt::format("{} using ($1*{:.5g}):3:(0):($4-$3) with vectors nohead lw 1.5 lc rgb '{}' "
                    "notitle",
                    block(label), factor, colour));
  }

  /// Circles where one winner follows another.
  void add_successions(Engine engine) {
    std::vector<std::vector<double>> rows;
    const std::vector<WinnerRange> ranges = winner_ranges(exact_, engine);
    for (std::size_t i = 0; i + 1 < ranges.size(); ++i) {
      const double time =
          time_at(exact_, *exact_.find(engine, ranges[i].algorithm), ranges[i].until);
      if (ranges[i].until > 0 && time > 0) rows.push_back({ranges[i].until, time});
    }
    if (rows.empty()) return;
    has_successions_ = true;
    const std::string label = fmt::format("{}: next winner", name_of(engine));
    data_ += data_block(label, fmt::format("{} time_s", name_of(panel_.axis)), rows);
    elements_.push_back(
        fmt::format("{} using 1:2 with points pt 6 ps 1.3 lc rgb 'black' notitle", block(label)));
  }

  void add_legend() {
    const std::vector<Engine> engines = panel_.engines();
    const bool measured = std::ranges::find(engines, Engine::mpi) != engines.end();
    const std::vector<std::string> exact = exact_.algorithms();
    const std::vector<std::string> approximate = panel_.approximate().algorithms();
    if (!exact.empty())
      add_algorithms(approximate.empty() ? "Algorithm" : "Exact", exact, measured);
    if (!approximate.empty()) add_algorithms("Approximate", approximate, measured);
    add_heading("Engine");
    for (const Engine engine : engines) {
      const std::string line = line_of(engine, kDark);
      elements_.push_back(engine == Engine::mpi
                              ? legend_entry(line + " pt 4", "mpi: median, 95 % interval")
                              : legend_entry(line, name_of(engine)));
    }
    add_crossovers(engines);
  }

  void add_algorithms(std::string_view heading, const std::vector<std::string>& algorithms,
                      bool measured) {
    add_heading(heading);
    for (const std::string& algorithm : algorithms) {
      const std::string_view colour = styles_.colour(algorithm);
      elements_.push_back(
          legend_entry(measured ? fmt::format("linespoints lw 1.5 ps 0.9 pi -1 pt {} lc rgb '{}'",
                                              styles_.symbol(algorithm), colour)
                                : fmt::format("lines lw 2.5 lc rgb '{}'", colour),
                       algorithm));
    }
  }

  void add_heading(std::string_view text) {
    if (has_headings_) elements_.push_back(legend_heading(""));
    has_headings_ = true;
    elements_.push_back(legend_heading(text));
  }

  void add_crossovers(const std::vector<Engine>& engines) {
    if (has_successions_) {
      add_heading("Crossovers");
      elements_.push_back(
          legend_entry("points pt 6 ps 1.3 lc rgb 'black'", "next winner takes over"));
    }
    bool headed = false;
    for (const Engine engine : engines) {
      for (const auto& found : sparse_dense_crossovers(exact_, engine)) {
        if (!headed) add_heading("Best sparse = best dense");
        headed = true;
        add_vertical_line(engine, found);
      }
    }
  }

  void add_vertical_line(Engine engine, const PanelCrossover& found) {
    const std::string text = fmt::format(
        "{}: {}", name_of(engine), place_text(panel_.axis, crossover_text(panel_.axis, found)));
    if (found.lo < found.hi)
      settings_ += fmt::format(
          "set object rectangle from first {:.6g},graph 0 to first {:.6g},graph 1 behind "
          "fillcolor rgb '#EEEEEE' fillstyle solid noborder\n",
          found.lo, found.hi);
    const std::string line = fmt::format("dt {} lw 1 lc rgb '{}'", dash_of(engine), kDark);
    settings_ += fmt::format(
        "set arrow from first {0:.6g},graph 0 to first {0:.6g},graph 1 nohead back {1}\n", found.at,
        line);
    elements_.push_back(legend_entry("lines " + line, text));
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

  /// The machine and network behind the lines and points.
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
      if (engine == Engine::mpi && host != record.environment.end())
        parts.push_back("mpi: on " + host->second + ", points set apart sideways");
    }
    if (const auto sharing = processor_sharing(panel_)) parts.push_back(sharing->text());
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  const SweepView& sweep_;
  Panel panel_;
  Panel exact_;  ///< whose algorithms compete: winners and crossovers are theirs
  AlgorithmStyles styles_;
  std::size_t left_out_;  ///< algorithms that are not drawn
  std::string data_;
  std::string settings_;
  std::vector<std::string> elements_;
  bool has_headings_ = false;
  bool has_successions_ = false;
};

}  // namespace

Figure time_figure(const SweepView& sweep, const Panel& panel, const std::string& name) {
  return TimeFigure(sweep, panel).build(name);
}

bool can_draw_times(const Panel& panel) { return drawable_positions(panel).size() >= 2; }

}  // namespace sparlab::experiments
