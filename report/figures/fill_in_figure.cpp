#include "report/figures/fill_in_figure.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <map>
#include <set>

#include "experiments/spec/points/engine.hpp"
#include "report/figures/algorithm_styles.hpp"
#include "report/figures/figure_data.hpp"

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

Figure fill_in_figure(const analysis::SweepView& sweep, std::uint64_t universe,
                      const Unions& unions, const std::string& name) {
  constexpr int kSymbol = 7;  // one for all, as colours distinguish numbers of entries
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<Curve> curves;
  Rows legend;
  for (const auto& [entries, by_engine] : unions) {
    const std::string colour = ordered_colour(legend.size(), unions.size());
    for (const auto& [engine, densities] : by_engine) {
      Curve& curve = curves.emplace_back(Curve{engine, curve_label(entries), colour, kSymbol});
      for (const auto& [ranks, density] : densities)
        curve.places.push_back({static_cast<double>(ranks), density, kNone, kNone});
    }
    legend.push_back({colour, kSymbol, curve_label(entries)});
  }
  FigureData data("fill-in", analysis::Axis::ranks);
  data.set("title", fmt::format("Fill-in, {}", sweep.name()));
  data.set("subtitle",
           analysis::place_text(analysis::Axis::universe, static_cast<double>(universe)));
  data.set("note", "input: " + sweep.settings);
  data.set("engines note", "");
  data.add_curves(curves, "result_density");
  data.set("group 1", "Entries a rank");
  data.add_table("group 1", "colour, symbol, text", legend);
  return {name, FigureKind::curves, data.text()};
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

std::vector<Figure> fill_in_figures(const analysis::SweepView& sweep, const std::string& name) {
  std::map<std::uint64_t, Unions> by_universe;
  for (const analysis::Panel& panel : sweep.panels)
    for (const analysis::Series& series : panel.series)
      for (const experiments::Record* record : series.records)
        add(by_universe[record->point.universe], *record);
  std::vector<Figure> figures;
  for (const auto& [universe, unions] : by_universe) {
    if (count_ranks(unions) < kFewestRanks) continue;
    const std::string suffix = by_universe.size() > 1 ? fmt::format("-N{}", universe) : "";
    figures.push_back(fill_in_figure(sweep, universe, unions, name + suffix));
  }
  return figures;
}

}  // namespace sparlab::report
