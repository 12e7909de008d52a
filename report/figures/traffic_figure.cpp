#include "report/figures/kinds.hpp"
#include "report/figures/panel_curves.hpp"

namespace sparlab::report {

std::optional<Chart> traffic_figure(const analysis::SweepView& sweep,
                                    const analysis::Panel& panel) {
  std::optional<PanelCurves> curves =
      panel_curves(sweep, panel, panel,
                   {"Bytes sent by a rank, in the mean",
                    {.y_label = "bytes sent by a rank",
                     .y_unit = "B",
                     .y_name = "bytes",
                     .measured = "mpi, medians"}},
                   [](const experiments::Record& record) -> Curve::Place {
                     if (!record.bytes) return {0, kUnknown, kUnknown, kUnknown};
                     const double bytes = *record.bytes / static_cast<double>(record.point.ranks);
                     return {0, bytes, bytes, bytes};
                   });
  if (!curves) return std::nullopt;
  return std::move(curves->chart);
}

}  // namespace sparlab::report
