#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <vector>

#include "analysis/results/sweep_views.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// Of one sweep, at most this many panels are drawn.
inline constexpr std::size_t kMostPanels = 6;

/// The figures of a sweep (report/figures/kinds.hpp), which follow from what varies in it, without
/// names. What is skipped is reported on `messages`.
std::vector<Chart> figures_of(const analysis::SweepView& sweep, std::ostream& messages);

/// The figures of all sweeps with unique names: SWEEP-speed_up-P8.
std::vector<Chart> figures_of(std::span<const analysis::SweepView> sweeps, std::ostream& messages);

/// Numbers from 0 to before `count`: all, or `most` of them, spread evenly with the first and the
/// last. Contract: most > 1.
std::vector<std::size_t> spread(std::size_t count, std::size_t most);

}  // namespace sparlab::report
