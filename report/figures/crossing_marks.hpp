#pragma once

#include "report/figures/curve_choice.hpp"
#include "report/figures/figure_data.hpp"

namespace sparlab::report {

/// The most crossings that a figure numbers: those of predictions first.
inline constexpr std::size_t kMostCrossings = 5;

/// Where a figure of times marks that the fastest exact algorithm changes: position, time, number,
/// and two lines of text for the legend. A crossing is on the two curves that cross, and is named
/// by the algorithms that win, as in the tables, not by those whose curves stand for them. Engines
/// whose crossings are at the same place of the figure share a mark.
Rows crossing_rows(const analysis::Panel& panel, const CurveChoice& choice);

}  // namespace sparlab::report
