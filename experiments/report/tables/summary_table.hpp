#pragma once

#include <iosfwd>
#include <span>

#include "experiments/report/analysis/approximate_choice.hpp"
#include "experiments/report/analysis/sweep_views.hpp"

namespace sparlab::experiments {

/// Prints a legend, then each panel of each sweep with its winners, crossovers, agreement of the
/// engines and verdict, about 120 columns wide. Approximate algorithms are recommended up to this
/// error_l2.
void print_summary_table(std::ostream& stream, std::span<const SweepView> sweeps,
                         double most_error = kMostError);

}  // namespace sparlab::experiments
