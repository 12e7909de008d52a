#pragma once

#include <string>

#include "experiments/report/gnuplot_script.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// What sparlab_auto loses against the best algorithm along the free axis, a line an engine, with a
/// guide at the 10 % that it promises. Contract: can_draw_regret(panel).
Figure regret_figure(const SweepView& sweep, const Panel& panel, const std::string& name);

/// True if some engine has regrets at two positive positions.
bool can_draw_regret(const Panel& panel);

}  // namespace sparlab::experiments
