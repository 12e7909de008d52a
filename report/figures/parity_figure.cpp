#include "report/figures/parity_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "model/base/order_statistics.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"

namespace sparlab::report {
namespace {

/// The interval that a figure shows of a measurement: over the runs, or, of a single run, from the
/// 10th to the 90th percentile of its repetitions.
std::pair<double, double> interval_of(const analysis::MeasuredPoint& measured) {
  constexpr std::size_t kFewest = 5;
  const experiments::Record& merged = measured.merged;
  const std::vector<const experiments::Record*>& runs = measured.runs;
  if (runs.size() > 1) {
    const auto [least, greatest] = std::ranges::minmax(runs, {}, &experiments::Record::time_s);
    return {least->time_s, greatest->time_s};
  }
  if (merged.samples_s.size() >= kFewest)
    return {model::quantile(merged.samples_s, 0.1), model::quantile(merged.samples_s, 0.9)};
  return {merged.p10_s.value_or(merged.time_s), merged.p90_s.value_or(merged.time_s)};
}

/// The algorithms of the compared points, in the order of the registry.
std::vector<std::string> algorithms_of(const analysis::Accuracy& accuracy) {
  std::set<std::string> found;
  for (const analysis::ComparedPoint& point : accuracy.pairing.points)
    found.insert(point.point().algorithm.spec());
  return analysis::in_registry_order(found);
}

std::string errors_text(const analysis::Accuracy& accuracy, const std::string& predictor) {
  const auto group = std::ranges::find_if(accuracy.errors, [&](const analysis::ErrorGroup& one) {
    return one.predictor == predictor && one.by.empty();
  });
  return fmt::format("n = {}, error: median {:.0f} %, p90 {:.0f} %", group->all.points,
                     100 * group->all.median, 100 * group->all.p90);
}

/// What the measured points are: "lumi, over; P = 8, 16".
std::string subtitle(const analysis::Accuracy& accuracy) {
  std::set<std::string> machines;
  std::set<std::uint64_t> ranks;
  for (const analysis::ComparedPoint& one : accuracy.pairing.points) {
    const experiments::Point& point = one.point();
    ranks.insert(point.ranks);
    if (runs(point.engine)) continue;
    machines.insert(point.variant.empty() ? point.platform
                                          : fmt::format("{} ({})", point.platform, point.variant));
  }
  constexpr std::size_t kMostListed = 8;
  std::string of_ranks = ranks.size() <= kMostListed
                             ? fmt::format("P = {}", fmt::join(ranks, ", "))
                             : fmt::format("P = {} to {}", *ranks.begin(), *ranks.rbegin());
  if (machines.empty()) return of_ranks;
  if (machines.size() > 3)
    return fmt::format("{} machines and codes, {}", machines.size(), of_ranks);
  return fmt::format("{}, {}", fmt::join(machines, ", "), of_ranks);
}

}  // namespace

Chart parity_figure(const analysis::Accuracy& accuracy, const std::string& name) {
  const analysis::Pairing& pairing = accuracy.pairing;
  const std::vector<std::string> algorithms = algorithms_of(accuracy);
  const AlgorithmStyles styles(algorithms);
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  Chart chart;
  chart.name = name;
  chart.command = "compare --output";
  for (const std::string& predictor : pairing.predictors) {
    if (chart.panels.size() == kMostParityPanels) break;
    Series points{
        {}, {"measured_s", "predicted_s", "colour", "symbol", "low_s", "high_s", "algorithm"}, {}};
    for (const analysis::ComparedPoint& point : pairing.points) {
      if (point.predictor != predictor) continue;
      const std::string& spec = point.point().algorithm.spec();
      const double measured = point.measured->merged.time_s;
      const double predicted = point.prediction->time_s;
      const auto [low, high] = interval_of(*point.measured);
      least = std::min({least, measured, predicted});
      greatest = std::max({greatest, measured, predicted});
      points.rows.push_back(
          {measured, predicted, styles.colour(spec), styles.symbol(spec), low, high, spec});
    }
    chart.panels.push_back({.title = predictor,
                            .subtitle = errors_text(accuracy, predictor),
                            .series = {std::move(points)}});
  }
  constexpr double kMargin = 1.6;
  const double from = least / kMargin;
  const double to = greatest * kMargin;
  chart.x = {runs(pairing.reference)
                 ? fmt::format("time measured on {}", name_of(pairing.reference))
                 : "measured time",
             true, from, to, unit_ticks(from, to, "s")};
  chart.y = chart.x;
  chart.y.label = "predicted time";
  const Style diagonal{.colour = "0x777777", .width = 0.8};
  const Style within_2{.colour = "0x999999", .dash = {6, 5}};
  const Style within_10{.colour = "0xCCCCCC"};
  for (ChartPanel& panel : chart.panels) {
    const std::size_t lines = panel.add({{},
                                         {"measured", "/ 1.1", "* 1.1", "* 2", "/ 2"},
                                         {{from, from / 1.1, from * 1.1, 2 * from, from / 2},
                                          {to, to / 1.1, to * 1.1, 2 * to, to / 2}}});
    panel.marks = {
        {MarkKind::area, lines, within_10},
        {MarkKind::line, lines, within_2, {1, 4}},
        {MarkKind::line, lines, within_2, {1, 5}},
        {MarkKind::line, lines, diagonal, {1, 1}},
        {.kind = MarkKind::segments, .series = 0, .places = {5, 6, 2, 2}, .colour = 3},
        {.kind = MarkKind::points, .series = 0, .style = {.size = 0.65}, .colour = 3, .symbol = 4}};
  }
  for (const std::string& algorithm : algorithms)
    chart.legend.push_back({Sample::symbol, algorithm,
                            Style{.colour = std::string(styles.colour(algorithm)),
                                  .symbol = styles.symbol(algorithm),
                                  .size = 0.65}});
  chart.legend.push_back({Sample::none, " "});
  chart.legend.push_back({Sample::line, "prediction = measurement", diagonal});
  chart.legend.push_back({Sample::box, "within 10 %", within_10});
  chart.legend.push_back({Sample::line, "within a factor of 2", within_2});
  chart.legend.push_back({Sample::line, "runs, or p10 to p90 of repetitions", {}});
  const std::size_t left_out = pairing.predictors.size() - chart.panels.size();
  chart.title = "Predicted and measured times of one allreduce";
  chart.subtitle = subtitle(accuracy);
  if (left_out > 0) chart.notes = {fmt::format("not drawn: {} more predictors", left_out)};
  lay_out_grid(chart);
  return chart;
}

}  // namespace sparlab::report
