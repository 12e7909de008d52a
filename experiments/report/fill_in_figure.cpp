#include "experiments/report/fill_in_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiments/plan/names.hpp"
#include "experiments/report/figure_style.hpp"

namespace sparlab::experiments {
namespace {

constexpr std::size_t kFewestRanks = 3;

/// Density of the result by P.
using Curve = std::map<std::uint64_t, double>;

/// The unions of one N: by entries per rank (0 for real data, whose k depends on P) and engine.
struct Unions {
  std::map<std::uint64_t, std::map<Engine, Curve>> curves;
  std::set<double> ranks;
  double least_density = 1;
  double greatest_density = 0;
};

/// A result in dense format counts all N, whatever the union is; only the model, and simulations
/// with data, count the union itself.
bool counts_union(const Record& record) {
  const Point& point = record.point;
  if (!record.result_nnz || !(*record.result_nnz > 0)) return false;
  if (is_approximate(point.algorithm)) return false;
  const bool counted_apart = point.engine == Engine::model ||
                             (point.engine != Engine::mpi && point.payload == Payload::data);
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

/// Colours tell entries, not algorithms: one symbol for all measurements.
std::string style_of(Engine engine, std::string_view colour) {
  return line_of(engine, colour) + (engine == Engine::mpi ? " pt 7" : "");
}

Figure fill_in_figure(const SweepView& sweep, std::uint64_t universe, const Unions& unions,
                      const std::string& name) {
  Figure figure{name, {}, {}};
  std::vector<std::string> elements;
  std::vector<std::string> legend{legend_heading("Entries a rank")};
  std::set<Engine> engines;
  std::size_t index = 0;
  for (const auto& [entries, by_engine] : unions.curves) {
    const std::string colour = ordered_colour(index++, unions.curves.size());
    for (const auto& [engine, curve] : by_engine) {
      const std::string label = fmt::format("{} {}", name_of(engine), curve_label(entries));
      std::vector<std::vector<double>> rows;
      for (const auto& [ranks, density] : curve)
        rows.push_back({static_cast<double>(ranks), density});
      figure.data += data_block(label, "P result_density", rows);
      elements.push_back(
          fmt::format("{} using 1:2 with {} notitle", block(label), style_of(engine, colour)));
      engines.insert(engine);
    }
    legend.push_back(
        legend_entry(fmt::format("lines lw 2.5 lc rgb '{}'", colour), curve_label(entries)));
  }
  legend.push_back(legend_heading(""));
  legend.push_back(legend_heading("Engine"));
  for (const Engine engine : engines)
    legend.push_back(legend_entry(style_of(engine, "#444444"), name_of(engine)));
  elements.insert(elements.end(), legend.begin(), legend.end());

  const FigureFrame frame{name,
                          "Fill-in, " + sweep.experiment + " / " + sweep.label,
                          fmt::format("N = {}", universe),
                          "input: " + sweep.settings,
                          "",
                          "number of ranks, P",
                          "density of the result, K / N"};
  const std::string axes =
      x_axis(Axis::ranks, std::vector(unions.ranks.begin(), unions.ranks.end())) +
      fmt::format("set logscale y\nset format y '10^{{%T}}'\nset yrange [{}:{}]\n",
                  unions.least_density / 1.3, unions.greatest_density * 1.3);
  figure.script = gnuplot_script(frame, axes, elements);
  return figure;
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
