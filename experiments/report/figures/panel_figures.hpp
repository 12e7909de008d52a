#pragma once

#include <cstddef>
#include <string>

#include "experiments/report/analysis/sweep_views.hpp"
#include "experiments/report/figures/gnuplot.hpp"

namespace sparlab::experiments {

/// The largest number of algorithms that can be told apart in one figure.
inline constexpr std::size_t kMostDrawnExact = 10;
inline constexpr std::size_t kMostDrawnApproximate = 6;

/// The panel restricted to the algorithms that a figure shows. If there are too many, the most
/// competitive exact and approximate ones are shown: those that come nearest to the fastest of
/// their kind at any position on any engine.
Panel drawn_panel(const Panel& panel);

/// True if there are times at two positive positions.
bool can_draw_times(const Panel& panel);

/// Time against the free axis of a panel. One colour per algorithm and one pen per engine;
/// measurements are points with their 95 % intervals. Among exact algorithms, a vertical line per
/// engine shows where the best sparse time crosses the best dense one, and a circle where the
/// winner changes. Approximate algorithms have a separate group in the legend. Shows the algorithms
/// of drawn_panel, and says how many are omitted. Contract: can_draw_times(panel).
Figure time_figure(const SweepView& sweep, const Panel& panel, const std::string& name);

/// True if some engine has regrets at two positive positions.
bool can_draw_regret(const Panel& panel);

/// The regret of sparlab_auto along the free axis, one curve per engine, with a guide at the
/// promised 10 %. Contract: can_draw_regret(panel).
Figure regret_figure(const SweepView& sweep, const Panel& panel, const std::string& name);

}  // namespace sparlab::experiments
