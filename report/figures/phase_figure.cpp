#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "analysis/results/phase_differences.hpp"
#include "base/text/text_table.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/curve_choice.hpp"
#include "report/figures/kinds.hpp"

namespace sparlab::report {
namespace {

constexpr const char* kOtherPhase = "0xBBBBBB";

double middle_position(const Panel& panel) { return panel.positions[panel.positions.size() / 2]; }

/// The seconds of phases of each algorithm on each engine at the middle position.
using Phases = std::map<experiments::Engine, std::map<std::string, std::map<std::string, double>>>;

Phases phases_of(const Panel& panel) {
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

/// The colours of the phases that take the longest, the longest first.
std::vector<std::pair<std::string, std::string>> colours_of(const Phases& phases) {
  constexpr std::size_t kMost = 7;
  std::map<std::string, double> totals;
  for (const auto& [engine, algorithms] : phases)
    for (const auto& [algorithm, seconds] : algorithms)
      for (const auto& [phase, time] : seconds) totals[phase] += time;
  std::vector<std::pair<std::string, std::string>> colours;
  for (const auto& [phase, total] : totals) colours.emplace_back(phase, "");
  std::ranges::stable_sort(colours, std::greater<>(),
                           [&](const auto& phase) { return totals.at(phase.first); });
  if (colours.size() > kMost) colours.resize(kMost);
  for (std::size_t i = 0; i < colours.size(); ++i)
    colours[i].second = ordered_colour(i, colours.size());
  return colours;
}

}  // namespace

std::optional<Chart> phase_figure(const SweepView& sweep, const Panel& panel) {
  if (phases_of(panel).empty()) return std::nullopt;
  Phases phases = phases_of(choose_curves(panel).panel);
  if (phases.empty()) phases = phases_of(panel);
  std::vector<std::string> algorithms;
  std::vector<RowLabel> labels;
  for (const std::string& algorithm : panel.algorithms())
    if (algorithms.size() < kMostCurves && std::ranges::any_of(phases, [&](const auto& engine) {
          return engine.second.contains(algorithm);
        })) {
      algorithms.push_back(algorithm);
      labels.push_back({algorithm});
    }
  const auto colours = colours_of(phases);
  Chart chart;
  bool others = false;
  for (const auto& [engine, by_algorithm] : phases) {
    ChartPanel& drawn = chart.panels.emplace_back();
    drawn.title = name_of(engine);
    Series boxes{{}, {"per cent from", "to", "y from", "y to", "colour", "phase"}, {}};
    Series totals{{}, {"x", "y", "time"}, {}};
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      const auto found = by_algorithm.find(algorithms[i]);
      if (found == by_algorithm.end()) continue;
      const std::map<std::string, double>& seconds = found->second;
      const double row = static_cast<double>(algorithms.size() - i);
      double total = 0;
      for (const auto& [phase, time] : seconds) total += time;
      if (!(total > 0)) continue;
      double until = 0;
      const auto add = [&](const std::string& phase, const std::string& colour) {
        constexpr double kBar = 0.38;  // half of its height
        const double share = 100 * seconds.at(phase) / total;
        boxes.rows.push_back({until, until + share, row - kBar, row + kBar, colour, phase});
        until += share;
      };
      for (const auto& [phase, colour] : colours)
        if (seconds.contains(phase)) add(phase, colour);
      for (const auto& [phase, time] : seconds)
        if (std::ranges::none_of(colours,
                                 [&name = phase](const auto& one) { return one.first == name; })) {
          add(phase, kOtherPhase);
          others = true;
        }
      constexpr double kTotalAt = 119;
      totals.rows.push_back({kTotalAt, row, base::seconds_text(total)});
    }
    drawn.draw(std::move(boxes), {.kind = MarkKind::boxes, .colour = 5});
    drawn.draw(std::move(totals),
               {.kind = MarkKind::labels, .text = 3, .lettering = {.bold = true, .boxed = true}});
  }
  chart.x = {"share of the time (%)", false, 0, 138, {}};
  for (const int share : {0, 25, 50, 75, 100})
    chart.x.ticks.push_back({static_cast<double>(share), std::to_string(share)});
  chart.legend.push_back({Sample::heading, "Phase; at the bar: total time"});
  for (const auto& [phase, colour] : colours)
    chart.legend.push_back({Sample::box, phase, Style{.colour = colour}});
  if (others) chart.legend.push_back({Sample::box, "others", Style{.colour = kOtherPhase}});
  chart.title = fmt::format("Phases of one {}, {}", sweep.task, sweep.name());
  chart.subtitle =
      analysis::subtitle_of(sweep, panel,
                            fmt::format("{}, {}", panel.fixed_text(),
                                        analysis::place_text(panel.axis, middle_position(panel))));
  chart.notes = {"input: " + sweep.settings};
  lay_out_rows(chart, labels, chart.panels.size() > 2 ? 240 : 320);
  return chart;
}

}  // namespace sparlab::report
