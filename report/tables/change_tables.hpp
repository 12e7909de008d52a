#pragma once

#include <iosfwd>

#include "analysis/changes/regression_gate.hpp"
#include "analysis/changes/run_comparison.hpp"
#include "base/text/value.hpp"

namespace sparlab::report {

/// Prints counts, what differs between the runs, changes by engine and algorithm, and the points
/// that changed most.
void print_changes(std::ostream& stream, const analysis::RunComparison& comparison);

/// All points and counts, and for each rule of the gate the number of points that it refuses.
base::Value changes_value(const analysis::RunComparison& comparison,
                          const std::vector<analysis::GateRule>& gate);

/// A heading and a line for each point; unknown numbers are empty.
void write_changes_csv(std::ostream& stream, const analysis::RunComparison& comparison);

}  // namespace sparlab::report
