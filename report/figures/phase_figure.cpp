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
using Phases = std::map<experiments::Engine, std::map<std::string, analysis::PhaseSeconds>>;

double total_of(const analysis::PhaseSeconds& phases) {
  double total = 0;
  for (const auto& [phase, seconds] : phases) total += seconds;
  return total;
}

Phases phases_of(const Panel& panel) {
  Phases phases;
  if (panel.positions.empty()) return phases;
  for (const analysis::Series& series : panel.series) {
    const experiments::Record* const record = series.at(panel.axis, middle_position(panel));
    if (record == nullptr) continue;
    auto seconds = analysis::phase_seconds(*record);
    if (total_of(seconds) > 0) phases[series.engine][series.algorithm] = std::move(seconds);
  }
  std::erase_if(phases, [](const auto& engine) { return engine.second.size() < 2; });
  return phases;
}

struct DrawnPhase {
  std::string name;
  double position = 0;  ///< mean share of the time before its middle
  std::string number;   ///< empty: one of the others
  std::string colour = kOtherPhase;
};

/// All phases in the order in which bars have them, by the mean of their positions. The engine
/// `model` does not know the order, so that its bars count only for phases that no other has.
std::vector<DrawnPhase> drawn_phases(const Phases& phases) {
  constexpr double kLeastShare = 0.02;  // of the longest in any bar that is not one of the others
  struct Seen {
    double positions = 0, bars = 0, largest = 0;
  };
  std::map<std::string, Seen> ordered, unordered;
  for (const auto& [engine, algorithms] : phases)
    for (const auto& [algorithm, seconds] : algorithms) {
      const double total = total_of(seconds);
      double until = 0;
      for (const auto& [phase, time] : seconds) {
        const bool is_model = engine == experiments::Engine::model;
        Seen& seen = (is_model ? unordered : ordered)[phase];
        seen.largest = std::max(seen.largest, time / total);
        if (time > 0) seen.positions += (until + time / 2) / total;
        seen.bars += time > 0 ? 1 : 0;
        until += time;
      }
    }
  for (const auto& [phase, seen] : unordered) {
    const auto [known, is_new] = ordered.emplace(phase, seen);
    known->second.largest = std::max(known->second.largest, seen.largest);
    if (!is_new && known->second.bars == 0) known->second = seen;
  }
  std::vector<DrawnPhase> drawn;
  for (const auto& [phase, seen] : ordered)
    if (seen.bars > 0) drawn.push_back({phase, seen.positions / seen.bars, "", kOtherPhase});
  std::ranges::stable_sort(drawn, {}, &DrawnPhase::position);
  const auto is_large = [&](const DrawnPhase& phase) {
    return ordered.at(phase.name).largest >= kLeastShare;
  };
  const auto large = static_cast<std::size_t>(std::ranges::count_if(drawn, is_large));
  std::size_t index = 0;
  for (DrawnPhase& phase : drawn) {
    if (!is_large(phase)) continue;
    phase.colour = ordered_colour(index, large);
    phase.number = std::to_string(++index);
  }
  return drawn;
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
  const std::vector<DrawnPhase> order = drawn_phases(phases);
  const auto place_of = [&](const std::string& phase) {
    return std::ranges::find(order, phase, &DrawnPhase::name) - order.begin();
  };
  Chart chart;
  for (const auto& [engine, by_algorithm] : phases) {
    ChartPanel& drawn = chart.panels.emplace_back();
    drawn.title = name_of(engine);
    Series boxes{{}, {"per cent from", "to", "y from", "y to", "colour", "phase"}, {}};
    Series numbers{{}, {"x", "y", "phase"}, {}};
    Series totals{{}, {"x", "y", "time"}, {}};
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      const auto found = by_algorithm.find(algorithms[i]);
      if (found == by_algorithm.end()) continue;
      analysis::PhaseSeconds seconds = found->second;
      if (engine == experiments::Engine::model)
        std::ranges::stable_sort(seconds, {}, [&](const auto& one) { return place_of(one.first); });
      const double row = static_cast<double>(algorithms.size() - i);
      const double total = total_of(seconds);
      double until = 0;
      for (const auto& [phase, time] : seconds) {
        constexpr double kBar = 0.38;       // half of its height
        constexpr double kRoomForText = 6;  // per cent
        if (!(time > 0)) continue;
        const double share = 100 * time / total;
        const DrawnPhase& look = order[static_cast<std::size_t>(place_of(phase))];
        boxes.rows.push_back({until, until + share, row - kBar, row + kBar, look.colour, phase});
        if (!look.number.empty() && share >= kRoomForText)
          numbers.rows.push_back({until + share / 2, row, look.number});
        until += share;
      }
      constexpr double kTotalAt = 119;
      totals.rows.push_back({kTotalAt, row, base::seconds_text(total)});
    }
    const Lettering bold{.bold = true, .boxed = true};
    drawn.draw(std::move(boxes), {.kind = MarkKind::boxes, .colour = 5});
    drawn.draw(std::move(numbers), {.kind = MarkKind::labels, .text = 3, .lettering = bold});
    drawn.draw(std::move(totals), {.kind = MarkKind::labels, .text = 3, .lettering = bold});
  }
  chart.x = {"share of the time (%)", false, 0, 138, {}};
  for (const int share : {0, 25, 50, 75, 100})
    chart.x.ticks.push_back({static_cast<double>(share), std::to_string(share)});
  chart.legend.push_back({Sample::heading, "Phase; at the bar: total time"});
  for (const DrawnPhase& phase : order)
    if (!phase.number.empty())
      chart.legend.push_back(
          {Sample::box, phase.number + "  " + phase.name, Style{.colour = phase.colour}});
  const auto is_small = [](const DrawnPhase& phase) { return phase.number.empty(); };
  if (const auto small = std::ranges::find_if(order, is_small); small != order.end()) {
    const bool is_only = std::ranges::count_if(order, is_small) == 1;
    chart.legend.push_back(
        {Sample::box, is_only ? small->name : "others", Style{.colour = kOtherPhase}});
  }
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
