#pragma once

#include <iosfwd>
#include <span>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// For people: a legend, then each panel of each sweep with its winners, crossovers, agreement of
/// the engines and verdict, in about 120 columns.
void print_summary_table(std::ostream& stream, std::span<const SweepView> sweeps);

}  // namespace sparlab::experiments
