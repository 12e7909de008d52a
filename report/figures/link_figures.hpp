#pragma once

#include <string>

#include "analysis/results/sweep_views.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// True if a record of the panel has link statistics.
bool can_draw_links(const analysis::Panel& panel);

/// Utilisation of the links by class, at the middle position of those that know it: the mean over
/// the links of a class, and its busiest link, as bars for each algorithm.
/// Contract: can_draw_links(panel).
Figure link_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                   const std::string& name);

/// True if a record of the panel knows bytes between two or more groups.
bool can_draw_groups(const analysis::Panel& panel);

/// Bytes from group to group, a map for each of the fastest algorithms.
/// Contract: can_draw_groups(panel).
Figure group_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                    const std::string& name);

}  // namespace sparlab::report
