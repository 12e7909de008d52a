#include "experiments/report/fill_in_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiments/points/engine.hpp"
#include "experiments/report/engine_curves.hpp"
#include "experiments/report/figure_data.hpp"
#include "experiments/report/figure_frame.hpp"
#include "experiments/report/figure_style.hpp"

namespace sparlab::experiments {
namespace {

constexpr std::size_t kFewestRanks = 3;

/// Density of the result as a function of P.
using Curve = std::map<std::uint64_t, double>;

/// The unions for one N, by entries per rank (0 for real data, whose k depends on P) and engine.
struct Unions {
  std::map<std::uint64_t, std::map<Engine, Curve>> curves;
  std::set<double> ranks;
  double least_density = 1;
  double greatest_density = 0;
};

/// A result in dense format counts all N entries, whatever the union is; only the model and
/// simulations with data count the union itself.
bool counts_union(const Record& record) {
  const Point& point = record.point;
  if (!record.result_nnz || !(*record.result_nnz > 0)) return false;
  if (is_approximate(point.algorithm.spec())) return false;
  const bool counted_apart =
      simulates(point.engine) ? point.payload == Payload::data : !measures(point.engine);
  return counted_apart || *record.result_nnz < static_cast<double>(point.universe);
}

void add(Unions& unions, const Record& record) {
  const Point& point = record.point;
  if (!counts_union(record)) return;
  const double density = *record.result_nnz / static_cast<double>(point.universe);
  const std::uint64_t entries = is_real_data(point.input.kind) ? 0 : point.nnz;
  unions.curves[entries][point.engine][point.ranks] = density;
  unions.least_density = std::min(unions.least_density, density);
  unions.greatest_density = std::max(unions.greatest_density, density);
  unions.ranks.insert(static_cast<double>(point.ranks));
}

std::string curve_label(std::uint64_t entries) {
  return entries == 0 ? "the data" : fmt::format("k = {}", entries);
}

Figure fill_in_figure(const SweepView& sweep, std::uint64_t universe, const Unions& unions,
                      const std::string& name) {
  constexpr int kSymbol = 7;  // one symbol for all: colours distinguish numbers of entries
  FigureData data;
  add_frame(data, {.title = "Fill-in, " + sweep.experiment + " / " + sweep.label,
                   .subtitle = fmt::format("N = {}", universe),
                   .note = "input: " + sweep.settings,
                   .engines_note = "",
                   .x_label = std::string(label_of(Axis::ranks)),
                   .y_label = "density of the result, K / N"});
  add_x_axis(data, Axis::ranks, std::vector(unions.ranks.begin(), unions.ranks.end()));
  add_y_axis(data, "decades", unions.least_density / 1.3, unions.greatest_density * 1.3);

  EngineCurves curves;
  Rows legend;
  std::set<Engine> engines;
  for (const auto& [entries, by_engine] : unions.curves) {
    const std::string colour = ordered_colour(legend.size(), unions.curves.size());
    for (const auto& [engine, curve] : by_engine) {
      std::vector<EngineCurves::Place> places;
      for (const auto& [ranks, density] : curve)
        places.push_back({static_cast<double>(ranks), density, {}, {}});
      curves.add({engine, curve_label(entries), colour, kSymbol}, places);
      engines.insert(engine);
    }
    legend.push_back({colour, kSymbol, curve_label(entries)});
  }
  curves.add_to(data, "P", "result_density");
  add_group(data, 1, "Entries a rank", legend);
  add_group(data, 2, "", {});
  add_engines(data, std::vector(engines.begin(), engines.end()));
  data.set("mpi text", "mpi");
  data.set("mpi symbol", kSymbol);
  data.set("symbols in legend", 0);
  return {name, FigureKind::curves, data.text()};
}

}  // namespace

std::vector<Figure> fill_in_figures(const SweepView& sweep, const std::string& name) {
  std::map<std::uint64_t, Unions> by_universe;
  for (const Panel& panel : sweep.panels)
    for (const Series& series : panel.series)
      for (const Record* record : series.records) add(by_universe[record->point.universe], *record);
  std::vector<Figure> figures;
  for (const auto& [universe, unions] : by_universe) {
    if (unions.ranks.size() < kFewestRanks) continue;
    const std::string suffix = by_universe.size() > 1 ? fmt::format("-N{}", universe) : "";
    figures.push_back(fill_in_figure(sweep, universe, unions, name + suffix));
  }
  return figures;
}

}  // namespace sparlab::experiments
