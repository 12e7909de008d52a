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
#include "report/figures/algorithm_styles.hpp"
#include "report/figures/figure_data.hpp"

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
  std::set<std::pair<std::size_t, std::string>> found;
  for (const analysis::ComparedPoint& point : accuracy.pairing.points) {
    const std::string& spec = point.point().algorithm.spec();
    found.emplace(analysis::registry_position(spec), spec);
  }
  std::vector<std::string> names;
  for (const auto& [place, name] : found) names.push_back(name);
  return names;
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
  const std::string of_ranks = ranks.size() <= kMostListed
                                   ? fmt::format("P = {}", fmt::join(ranks, ", "))
                                   : fmt::format("P = {} to {}", *ranks.begin(), *ranks.rbegin());
  if (machines.empty()) return of_ranks;
  if (machines.size() > 3)
    return fmt::format("{} machines and codes, {}", machines.size(), of_ranks);
  return fmt::format("{}, {}", fmt::join(machines, ", "), of_ranks);
}

}  // namespace

Figure parity_figure(const analysis::Accuracy& accuracy, const std::string& name) {
  const analysis::Pairing& pairing = accuracy.pairing;
  const std::vector<std::string> algorithms = algorithms_of(accuracy);
  const AlgorithmStyles styles(algorithms);
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  DataBlocks data;
  Rows panels;
  for (const std::string& predictor : pairing.predictors) {
    if (panels.size() == kMostParityPanels) break;
    Rows rows;
    for (const analysis::ComparedPoint& point : pairing.points) {
      if (point.predictor != predictor) continue;
      const std::string& spec = point.point().algorithm.spec();
      const double measured = point.measured->merged.time_s;
      const double predicted = point.prediction->time_s;
      const auto [low, high] = interval_of(*point.measured);
      least = std::min({least, measured, predicted});
      greatest = std::max({greatest, measured, predicted});
      rows.push_back({measured, predicted, styles.colour(spec), styles.symbol(spec), low, high});
    }
    panels.push_back({predictor, errors_text(accuracy, predictor)});
    data.add(fmt::format("panel {}", panels.size()),
             "measured_s, predicted_s, colour, symbol, low_s, high_s", rows);
  }
  Rows legend;
  for (const std::string& algorithm : algorithms)
    legend.push_back({styles.colour(algorithm), styles.symbol(algorithm), algorithm});
  constexpr double kMargin = 1.6;
  const std::size_t left_out = pairing.predictors.size() - panels.size();
  const Rows settings = {
      {"title", "Predicted and measured times of one allreduce"},
      {"subtitle", subtitle(accuracy)},
      {"x label", runs(pairing.reference)
                      ? fmt::format("time measured on {}", name_of(pairing.reference))
                      : "measured time"},
      {"interval", "runs, or p10 to p90 of repetitions"},
      {"note", left_out == 0 ? "" : fmt::format("not drawn: {} more predictors", left_out)},
      {"least", least / kMargin},
      {"greatest", greatest * kMargin},
      {"rows of panels", static_cast<double>(panels.size())},
      {"rows of algorithms", static_cast<double>(legend.size())}};
  DataBlocks all;
  all.add("settings", "name, value", settings);
  all.add("panels", "title, errors", panels);
  all.add("algorithms", "colour, symbol, text", legend);
  return {name, FigureKind::parity, all.text() + data.text()};
}

}  // namespace sparlab::report
