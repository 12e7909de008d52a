#pragma once

#include <string>

#include "experiments/report/gnuplot_script.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Time against the free axis of a panel with two or more positive positions and times. One colour
/// per algorithm and one line style per engine; measurements are points with their 95 % intervals.
/// Among exact algorithms, a vertical line per engine shows where the best sparse time crosses the
/// best dense one, and a circle where the winner changes. Approximate algorithms have a separate
/// group in the legend. Shows at most as many algorithms as can be distinguished (drawn_panel), and
/// says how many are omitted. Contract: can_draw_times(panel).
Figure time_figure(const SweepView& sweep, const Panel& panel, const std::string& name);

/// True if there are times at two positive positions.
bool can_draw_times(const Panel& panel);

}  // namespace sparlab::experiments
