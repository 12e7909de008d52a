#pragma once

#include <vector>

#include "report/figures/curve_choice.hpp"
#include "report/figures/marked_places.hpp"

namespace sparlab::report {

/// The most crossings that a figure numbers: those of predictions first.
inline constexpr std::size_t kMostCrossings = 5;

/// Where a figure of times marks that the fastest exact algorithm changes. A crossing is on the two
/// curves that cross, and is named by the algorithms that win, as in the tables, not by those whose
/// curves stand for them. Engines whose crossings are at the same place of the figure share a mark.
std::vector<MarkedPlace> crossings_of(const analysis::Panel& panel, const CurveChoice& choice);

}  // namespace sparlab::report
