#include "report/figures/bar_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "analysis/results/phase_differences.hpp"
#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/contract.hpp"
#include "report/figures/algorithm_styles.hpp"
#include "report/figures/boxes_data.hpp"
#include "report/figures/curve_choice.hpp"

namespace sparlab::report {
namespace {

constexpr double kBar = 0.38;  ///< half the height of the bars of a row
constexpr std::size_t kMostNameBytes = 60;
constexpr std::array<double, 2> kShades = {1.0, 0.45};

/// The rows of a figure, the first label at the top. A label may have several lines.
void set_rows(BoxesData& data, const std::vector<std::vector<std::string>>& labels) {
  constexpr double kRowPixels = 34;
  constexpr double kLinePixels = 14;
  std::size_t most_lines = 1;
  for (const auto& lines : labels) most_lines = std::max(most_lines, lines.size());
  const double row_pixels =
      std::max(kRowPixels, kLinePixels * (static_cast<double>(most_lines) + 0.5));
  const auto rows = static_cast<double>(labels.size());
  data.y = {"", false, 0.4, rows + 0.6, {}};
  std::size_t longest = 0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t line = 0; line < labels[i].size(); ++line) {
      const double below =
          static_cast<double>(line) - (static_cast<double>(labels[i].size()) - 1) / 2;
      const std::string text = base::both_ends(base::printable(labels[i][line]), kMostNameBytes);
      longest = std::max(longest, text.size());
      data.y.ticks.push_back(
          {rows - static_cast<double>(i) - below * kLinePixels / row_pixels, text});
    }
  data.left_margin = 24 + 7.4 * static_cast<double>(longest);
  data.panel_height = 60 + row_pixels * rows;
}

void set_panel_width(BoxesData& data) { data.panel_width = data.panels.size() > 2 ? 240 : 320; }

BoxesData::Scale time_scale(double least, double greatest, std::string label) {
  constexpr double kWide = 20;
  const bool logarithmic = greatest / least > kWide;
  BoxesData::Scale scale{std::move(label),
                         logarithmic,
                         logarithmic ? least / 1.6 : 0,
                         greatest * (logarithmic ? 1.4 : 1.06),
                         {}};
  scale.ticks = logarithmic ? seconds_ticks(scale.from, scale.to) : zero_ticks(scale.to);
  return scale;
}

double middle_position(const analysis::Panel& panel) {
  return panel.positions[panel.positions.size() / 2];
}

/// The seconds of phases of each algorithm on each engine at the middle position.
using Phases = std::map<experiments::Engine, std::map<std::string, std::map<std::string, double>>>;

Phases phases_of(const analysis::Panel& panel) {
  Phases phases;
  if (panel.positions.empty()) return phases;
  for (const analysis::Series& series : panel.series) {
    const experiments::Record* const record = series.at(panel.axis, middle_position(panel));
    if (record == nullptr) continue;
    auto seconds = analysis::phase_seconds(*record);
    if (!seconds.empty()) phases[series.engine][series.algorithm] = std::move(seconds);
  }
  std::erase_if(phases, [](const auto& engine) { return engine.second.size() < 2; });
  return phases;
}

/// The phases that take the longest, which have colours of their own.
std::vector<std::string> drawn_phases(const Phases& phases) {
  constexpr std::size_t kMost = 7;
  std::map<std::string, double> totals;
  for (const auto& [engine, algorithms] : phases)
    for (const auto& [algorithm, seconds] : algorithms)
      for (const auto& [phase, time] : seconds) totals[phase] += time;
  std::vector<std::string> names;
  for (const auto& [phase, total] : totals) names.push_back(phase);
  std::ranges::stable_sort(names, std::greater<>(),
                           [&](const std::string& phase) { return totals.at(phase); });
  if (names.size() > kMost) names.resize(kMost);
  return names;
}

constexpr std::string_view kOtherPhase = "0xBBBBBB";

}  // namespace

bool can_draw_bars(const analysis::Panel& panel) {
  std::set<std::string> algorithms;
  for (const analysis::Series& series : panel.series)
    for (const experiments::Record* record : series.records)
      if (record->time_s > 0 && std::isfinite(record->time_s)) algorithms.insert(series.algorithm);
  return (panel.positions.size() == 1 || panel.positions.size() == 2) && algorithms.size() >= 2;
}

Figure bar_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                  const std::string& name) {
  const CurveChoice choice = choose_curves(panel);
  const std::vector<std::string> algorithms = choice.panel.algorithms();
  const AlgorithmStyles styles(algorithms);
  std::vector<std::vector<std::string>> labels;
  for (const std::string& algorithm : algorithms) labels.push_back(choice.label(algorithm));
  BoxesData data;
  set_rows(data, labels);
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (const analysis::Series& series : choice.panel.series)
    for (const experiments::Record* record : series.records)
      if (record->time_s > 0 && std::isfinite(record->time_s)) {
        least = std::min(least, record->time_s);
        greatest = std::max(greatest, record->time_high_s.value_or(record->time_s));
      }
  data.x = time_scale(least, greatest, "time of the slowest rank");
  const std::vector<experiments::Engine> engines = choice.panel.engines();
  const std::size_t bars = panel.positions.size();
  SPARLAB_EXPECTS(bars <= kShades.size());
  for (const experiments::Engine engine : engines) {
    BoxesData::Panel& drawn = data.panels.emplace_back();
    drawn.title = name_of(engine);
    for (std::size_t i = 0; i < algorithms.size(); ++i)
      for (std::size_t j = 0; j < bars; ++j) {
        const analysis::Series* const series = choice.panel.find(engine, algorithms[i]);
        const experiments::Record* const record =
            series == nullptr ? nullptr : series->at(panel.axis, panel.positions[j]);
        if (record == nullptr || !(record->time_s > 0) || !std::isfinite(record->time_s)) continue;
        const double height = 2 * kBar / static_cast<double>(bars);
        const double top =
            static_cast<double>(algorithms.size() - i) + kBar - height * static_cast<double>(j);
        drawn.boxes.push_back({data.x.from, record->time_s, top - height + 0.02, top,
                               tint(styles.colour(algorithms[i]), kShades[j])});
        if (record->time_low_s && record->time_high_s && *record->time_low_s > 0)
          drawn.lines.push_back({*record->time_low_s, top - height / 2,
                                 *record->time_high_s - *record->time_low_s, 0});
      }
  }
  set_panel_width(data);
  std::string note = "input: " + sweep.settings;
  if (choice.left_out > 0) note += "; " + choice.left_out_text();
  data.set_texts(fmt::format("Time of one allreduce, {}", sweep.name()),
                 analysis::subtitle_of(sweep, panel, panel.fixed_text()), note);
  for (std::size_t j = 0; j < bars; ++j)
    data.add_legend("box", tint("0x444444", kShades[j]), 5,
                    analysis::place_text(panel.axis, panel.positions[j]));
  if (std::ranges::any_of(engines, experiments::measures))
    data.add_legend("heading", "0x0", 5, "line: 95 % interval");
  return {name, FigureKind::boxes, data.text()};
}

bool can_draw_phases(const analysis::Panel& panel) { return !phases_of(panel).empty(); }

Figure phase_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                    const std::string& name) {
  const CurveChoice choice = choose_curves(panel);
  Phases phases = phases_of(choice.panel);
  if (phases.empty()) phases = phases_of(panel);
  std::vector<std::string> algorithms;
  std::vector<std::vector<std::string>> labels;
  for (const std::string& algorithm : panel.algorithms())
    if (algorithms.size() < kMostCurves && std::ranges::any_of(phases, [&](const auto& engine) {
          return engine.second.contains(algorithm);
        })) {
      algorithms.push_back(algorithm);
      labels.push_back({algorithm});
    }
  const std::vector<std::string> names = drawn_phases(phases);
  const auto colour_of = [&](const std::string& phase) {
    const auto found = std::ranges::find(names, phase);
    return found == names.end()
               ? std::string(kOtherPhase)
               : ordered_colour(static_cast<std::size_t>(found - names.begin()), names.size());
  };
  BoxesData data;
  set_rows(data, labels);
  constexpr double kTotalAt = 119;
  constexpr double kShareEnd = 138;
  bool others = false;
  for (const auto& [engine, by_algorithm] : phases) {
    BoxesData::Panel& drawn = data.panels.emplace_back();
    drawn.title = name_of(engine);
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      const auto found = by_algorithm.find(algorithms[i]);
      if (found == by_algorithm.end()) continue;
      const double row = static_cast<double>(algorithms.size() - i);
      double total = 0;
      for (const auto& [phase, seconds] : found->second) total += seconds;
      if (!(total > 0)) continue;
      double until = 0;
      const auto add = [&](const std::string& phase, double seconds) {
        const double share = 100 * seconds / total;
        drawn.boxes.push_back({until, until + share, row - kBar, row + kBar, colour_of(phase)});
        until += share;
      };
      for (const std::string& phase : names)
        if (const auto time = found->second.find(phase); time != found->second.end())
          add(phase, time->second);
      for (const auto& [phase, seconds] : found->second)
        if (std::ranges::find(names, phase) == names.end()) {
          add(phase, seconds);
          others = true;
        }
      drawn.labels.push_back({kTotalAt, row, base::seconds_text(total)});
    }
  }
  data.x = {"share of the time (%)", false, 0, kShareEnd, {}};
  for (const int share : {0, 25, 50, 75, 100})
    data.x.ticks.push_back({static_cast<double>(share), std::to_string(share)});
  set_panel_width(data);
  data.set_texts(
      fmt::format("Phases of one allreduce, {}", sweep.name()),
      analysis::subtitle_of(sweep, panel,
                            fmt::format("{}, {}", panel.fixed_text(),
                                        analysis::place_text(panel.axis, middle_position(panel)))),
      "input: " + sweep.settings);
  data.add_legend("heading", "0x0", 5, "Phase; at the bar: total time");
  for (const std::string& phase : names) data.add_legend("box", colour_of(phase), 5, phase);
  if (others) data.add_legend("box", kOtherPhase, 5, "others");
  return {name, FigureKind::boxes, data.text()};
}

}  // namespace sparlab::report
