#include "experiments/report/regret_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "experiments/plan/names.hpp"
#include "experiments/report/figure_style.hpp"
#include "experiments/report/regret.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kPromised_percent = 10;

/// Points show where sparlab_auto was tried.
std::string style_of(Engine engine) {
  switch (engine) {
    case Engine::model:
      return "lines lw 6 lc rgb '#A9CCE3'";
    case Engine::loggp:
      return "linespoints lw 2 pt 7 ps 0.7 lc rgb '#0072B2'";
    case Engine::simgrid:
      return "linespoints lw 2 pt 5 ps 0.7 dt 2 lc rgb '#D55E00'";
    case Engine::mpi:
      break;
  }
  return "points pt 4 ps 1 lw 1.5 lc rgb '#444444'";
}

std::vector<std::vector<double>> rows_of(const Panel& panel, Engine engine) {
  std::vector<std::vector<double>> rows;
  for (const Regret& regret : regrets(panel, engine)) {
    if (regret.position > 0) rows.push_back({regret.position, 100 * regret.share});
  }
  return rows;
}

}  // namespace

bool can_draw_regret(const Panel& panel) {
  return std::ranges::any_of(panel.engines(),
                             [&](Engine engine) { return rows_of(panel, engine).size() >= 2; });
}

Figure regret_figure(const SweepView& sweep, const Panel& panel, const std::string& name) {
  Figure figure{name, {}, {}};
  std::vector<std::string> elements;
  std::vector<std::string> legend{legend_heading("Engine")};
  std::set<double> positions;
  double least = 0;
  double greatest = kPromised_percent;
  for (const Engine engine : panel.engines()) {
    const auto rows = rows_of(panel, engine);
    if (rows.empty()) continue;
    for (const auto& row : rows) {
      positions.insert(row[0]);
      least = std::min(least, row[1]);
      greatest = std::max(greatest, row[1]);
    }
    const std::string label = fmt::format("{} regret", name_of(engine));
    figure.data += data_block(label, fmt::format("{} regret_percent", name_of(panel.axis)), rows);
    elements.push_back(fmt::format("{} using 1:2 with {} notitle", block(label), style_of(engine)));
    legend.push_back(legend_entry(style_of(engine), name_of(engine)));
  }
  legend.push_back(legend_entry("lines dt 3 lw 1.5 lc rgb '#444444'", "10 % slower"));
  elements.insert(elements.end(), legend.begin(), legend.end());

  const std::string fixed = panel.fixed_text();
  const FigureFrame frame{
      .name = name,
      .title = "What choosing costs sparlab_auto, " + sweep.experiment + " / " + sweep.label,
      .subtitle = sweep.platform.empty() ? fixed : fixed + ", platform " + sweep.platform,
      .note = "input: " + sweep.settings,
      .engines_note = "compared with the fastest of the other exact algorithms that ran there",
      .x_label = std::string(label_of(panel.axis)),
      .y_label = "time over the best, minus 1 (%)"};
  const std::string axes =
      x_axis(panel.axis, std::vector(positions.begin(), positions.end())) +
      fmt::format("set yrange [{}:{}]\nset format y '%g'\n", least < 0 ? 1.1 * least : -0.4,
                  1.15 * greatest) +
      fmt::format(
          "set arrow from graph 0,first {0} to graph 1,first {0} nohead back dt 3 lw 1.5 "
          "lc rgb '#444444'\n",
          kPromised_percent);
  figure.script = gnuplot_script(frame, axes, elements);
  return figure;
}

}  // namespace sparlab::experiments
