#pragma once

#include <string>

#include "experiments/report/gnuplot_script.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Time against the free axis of a panel with two or more positive positions and times: a colour an
/// algorithm, a line an engine, measurements as points with their 95 % intervals; a vertical line
/// for each engine where the best sparse time crosses the best dense one, and a circle where one
/// winner follows another: both among exact algorithms. Approximate ones stand apart in the legend.
/// Shows no more algorithms than can be told apart (drawn_panel), and says how many it leaves out.
/// Contract: can_draw_times(panel).
Figure time_figure(const SweepView& sweep, const Panel& panel, const std::string& name);

/// True if there are times at two positive positions.
bool can_draw_times(const Panel& panel);

}  // namespace sparlab::experiments
