#pragma once

#include <string>

#include "experiments/report/gnuplot_script.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// The regret of sparlab_auto along the free axis, one line per engine, with a guide at the
/// promised 10 %. Contract: can_draw_regret(panel).
Figure regret_figure(const SweepView& sweep, const Panel& panel, const std::string& name);

/// True if some engine has regrets at two positive positions.
bool can_draw_regret(const Panel& panel);

}  // namespace sparlab::experiments
