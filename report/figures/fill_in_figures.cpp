#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <set>

#include "experiments/spec/points/engine.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/curves.hpp"
#include "report/figures/kinds.hpp"

namespace sparlab::report {
namespace {

constexpr std::size_t kFewestRanks = 3;

/// The results for one N: density by entries per rank (0 for real data, whose k depends on P),
/// engine and P.
using Unions =
    std::map<std::uint64_t, std::map<experiments::Engine, std::map<std::uint64_t, double>>>;

/// A result in dense format counts all N entries, whatever the union is; only the model and
/// simulations with data count the union itself.
bool counts_union(const experiments::Record& record) {
  const experiments::Point& point = record.point;
  if (!record.result_nnz || !(*record.result_nnz > 0)) return false;
  if (analysis::is_approximate(point.algorithm.spec())) return false;
  const bool counted_apart = experiments::simulates(point.engine)
                                 ? point.payload == experiments::Payload::data
                                 : !experiments::observes(point.engine);
  return counted_apart || *record.result_nnz < static_cast<double>(point.universe);
}

void add(Unions& unions, const experiments::Record& record) {
  const experiments::Point& point = record.point;
  if (!counts_union(record)) return;
  const double density = *record.result_nnz / static_cast<double>(point.universe);
  const std::uint64_t entries = inputs::is_real_data(point.input.kind) ? 0 : point.nnz;
  unions[entries][point.engine][point.ranks] = density;
}

std::string curve_label(std::uint64_t entries) {
  return entries == 0 ? "the data" : fmt::format("k = {}", entries);
}

Chart fill_in_figure(const SweepView& sweep, std::uint64_t universe, const Unions& unions) {
  std::vector<Curve> curves;
  std::vector<LegendEntry> names = {{Sample::heading, "Entries a rank"}};
  // The legend has the order of the curves: most entries, densest result.
  for (auto one = unions.rbegin(); one != unions.rend(); ++one) {
    const auto& [entries, by_engine] = *one;
    const std::string colour = ordered_colour(names.size() - 1, unions.size());
    for (const auto& [engine, densities] : by_engine) {
      Curve& curve = curves.emplace_back(Curve{engine, curve_label(entries), colour});
      for (const auto& [ranks, density] : densities)
        curve.places.push_back({static_cast<double>(ranks), density, kUnknown, kUnknown});
    }
    names.push_back({Sample::line, curve_label(entries), Style{.colour = colour, .width = 2.5}});
  }
  Chart chart = chart_of_curves({.along = analysis::Axis::ranks,
                                 .y_label = "density of the result, K / N",
                                 .y_unit = "",
                                 .y_name = "result_density"},
                                curves, std::move(names));
  chart.title = fmt::format("Fill-in, {}", sweep.name());
  chart.subtitle = analysis::place_text(analysis::Axis::universe, static_cast<double>(universe));
  chart.notes = {"input: " + sweep.settings, ""};
  lay_out_frame(chart);
  return chart;
}

/// The number of values of P.
std::size_t count_ranks(const Unions& unions) {
  std::set<std::uint64_t> values;
  for (const auto& [entries, by_engine] : unions)
    for (const auto& [engine, densities] : by_engine)
      for (const auto& [ranks, density] : densities) values.insert(ranks);
  return values.size();
}

}  // namespace

std::vector<Chart> fill_in_figures(const SweepView& sweep) {
  std::map<std::uint64_t, Unions> by_universe;
  for (const Panel& panel : sweep.panels)
    for (const analysis::Series& series : panel.series)
      for (const experiments::Record* record : series.records)
        add(by_universe[record->point.universe], *record);
  std::vector<Chart> charts;
  for (const auto& [universe, unions] : by_universe) {
    if (count_ranks(unions) < kFewestRanks) continue;
    charts.push_back(fill_in_figure(sweep, universe, unions));
    if (by_universe.size() > 1) charts.back().name = fmt::format("-N{}", universe);
  }
  return charts;
}

}  // namespace sparlab::report
