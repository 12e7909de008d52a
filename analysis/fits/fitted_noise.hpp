#pragma once

#include <optional>

#include "analysis/fits/measured_collectives.hpp"
#include "model/analysis/run_spread.hpp"

namespace sparlab::analysis {

/// The noise of a machine, from the quantiles of its measured collectives. It leaves the median
/// where it is, because the times to which alpha, beta and work are fitted are medians and contain
/// the median of all delays.
///
/// nullopt  fewer than model::kLeastSpreads records say how their repetitions differ.
std::optional<model::FittedRunSpread> run_spread_of(const FitPoints& points);

}  // namespace sparlab::analysis
