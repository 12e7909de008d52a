#pragma once

#include <string>

#include "analysis/results/sweep_views.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// True if there are times at two positive positions.
bool can_draw_times(const analysis::Panel& panel);

/// Time against the free axis of a panel. One colour and symbol per algorithm and one pen per
/// engine; measurements are points with their 95 % intervals, hollow if they have none. Among exact
/// algorithms, a vertical line per engine shows where the best sparse time crosses the best dense
/// one, and numbered circles where the winner changes. Approximate algorithms have a separate group
/// in the legend. Shows the algorithms of choose_curves, and says how many are omitted.
/// Contract: can_draw_times(panel).
Figure time_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                   const std::string& name);

/// True if some engine has times of sparse and of dense algorithms at two positive positions.
bool can_draw_speed_up(const analysis::Panel& panel);

/// The time of the best dense algorithm divided by that of each sparse one, along the free axis.
/// Contract: can_draw_speed_up(panel).
Figure speed_up_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                       const std::string& name);

/// True if bytes are known at two positive positions.
bool can_draw_traffic(const analysis::Panel& panel);

/// Bytes that a rank sends, in the mean, along the free axis. Contract: can_draw_traffic(panel).
Figure traffic_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                      const std::string& name);

/// True if some engine has regrets at two positive positions.
bool can_draw_regret(const analysis::Panel& panel);

/// The regret of sparlab_auto along the free axis, one curve per engine, with a guide at the
/// promised 10 %. Contract: can_draw_regret(panel).
Figure regret_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                     const std::string& name);

}  // namespace sparlab::report
