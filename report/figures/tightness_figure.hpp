#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/results/checked_bounds.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// The most algorithms that the figure shows: the first ones of the registry.
inline constexpr std::size_t kMostTightnessRows = 40;

/// Times over the largest proved bound, and over the largest published one, of each algorithm and
/// engine: from the least to the greatest, a box from the first to the third quartile, and the
/// median. Empty if no traffic of a record has a proved bound.
std::optional<Chart> tightness_figure(const std::vector<analysis::BoundedRecord>& records,
                                      const std::string& name);

}  // namespace sparlab::report
