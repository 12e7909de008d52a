#include "experiments/report/regret_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "experiments/points/engine.hpp"
#include "experiments/report/figure_data.hpp"
#include "experiments/report/figure_frame.hpp"
#include "experiments/report/regret.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kPromised_percent = 10;

/// The regrets that the figure can show: those at positive positions, since the axis is
/// logarithmic.
std::vector<Regret> drawable(const Panel& panel, Engine engine) {
  std::vector<Regret> found = regrets(panel, engine);
  std::erase_if(found, [](const Regret& regret) {
    return !(regret.position > 0) || !std::isfinite(regret.share);
  });
  return found;
}

}  // namespace

bool can_draw_regret(const Panel& panel) {
  return std::ranges::any_of(panel.engines(),
                             [&](Engine engine) { return drawable(panel, engine).size() >= 2; });
}

Figure regret_figure(const SweepView& sweep, const Panel& panel, const std::string& name) {
  const std::string fixed = panel.fixed_text();
  FigureData data;
  add_frame(data,
            {.title = "What choosing costs sparlab_auto, " + sweep.experiment + " / " + sweep.label,
             .subtitle = sweep.platform.empty() ? fixed : fixed + ", platform " + sweep.platform,
             .note = "input: " + sweep.settings,
             .engines_note = "compared with the fastest of the other exact algorithms that ran "
                             "there",
             .x_label = std::string(label_of(panel.axis)),
             .y_label = "time over the best, minus 1 (%)"});
  std::set<double> positions;
  double least = 0;
  double greatest = kPromised_percent;
  std::vector<Engine> engines;
  for (const Engine engine : panel.engines()) {
    Rows rows;
    for (const Regret& regret : drawable(panel, engine)) {
      const double percent = 100 * regret.share;
      rows.push_back({regret.position, percent});
      positions.insert(regret.position);
      least = std::min(least, percent);
      greatest = std::max(greatest, percent);
    }
    if (rows.empty()) continue;
    data.add_points(name_of(engine), "regret",
                    fmt::format("{}, regret_percent", name_of(panel.axis)), rows);
    engines.push_back(engine);
  }
  add_x_axis(data, panel.axis, std::vector(positions.begin(), positions.end()));
  add_y_axis(data, "percent", least < 0 ? 1.1 * least : -0.4, 1.15 * greatest);
  add_engines(data, engines);
  data.set("promised percent", kPromised_percent);
  return {name, FigureKind::regret, data.text()};
}

}  // namespace sparlab::experiments
