#pragma once

#include <string>

#include "analysis/results/sweep_views.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// True if a panel has one or two positions, and times of two or more algorithms.
bool can_draw_bars(const analysis::Panel& panel);

/// Bars for the times of a panel that is too short for curves: a panel for each engine, a row for
/// each algorithm, a bar for each position. Contract: can_draw_bars(panel).
Figure bar_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                  const std::string& name);

/// True if the phases of two or more algorithms are known at the middle position of the panel.
bool can_draw_phases(const analysis::Panel& panel);

/// The shares of phases in the time at the middle position: a panel for each engine, a row for each
/// algorithm. Contract: can_draw_phases(panel).
Figure phase_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                    const std::string& name);

}  // namespace sparlab::report
