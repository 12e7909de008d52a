#include <set>

#include "analysis/results/standing.hpp"
#include "report/figures/kinds.hpp"
#include "report/figures/panel_curves.hpp"

namespace sparlab::report {

std::optional<Chart> speed_up_figure(const analysis::SweepView& sweep,
                                     const analysis::Panel& panel) {
  std::set<std::string> dense;
  for (const experiments::Engine engine : panel.engines())
    for (const double position : panel.positions)
      if (const auto standing = analysis::standing_at(panel, engine, position);
          standing && standing->best_dense != nullptr)
        dense.insert(standing->best_dense->point.algorithm.spec());
  const Shown speed_up = [&](const experiments::Record& record) -> Curve::Place {
    const auto standing = analysis::standing_at(panel, record.point.engine,
                                                analysis::position(panel.axis, record.point));
    const bool comparable = standing && standing->best_dense != nullptr && record.time_s > 0 &&
                            !analysis::is_dense(record.point.algorithm.spec());
    return {0, comparable ? standing->best_dense->time_s / record.time_s : kUnknown, kUnknown,
            kUnknown};
  };
  std::optional<PanelCurves> curves = panel_curves(sweep, panel, panel,
                                                   {"Speed-up over the best dense algorithm",
                                                    {.y_label = "best dense time / time",
                                                     .y_unit = "",
                                                     .y_name = "speed_up",
                                                     .measured = "mpi, medians"},
                                                    best_dense_note(dense)},
                                                   speed_up);
  if (!curves) return std::nullopt;
  curves->chart.panels.front().guides.push_back(
      {.from = 1, .to = 1, .style = {.colour = "0x444444", .dash = {6, 4}}});
  return std::move(curves->chart);
}

}  // namespace sparlab::report
