#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/results/checked_bounds.hpp"
#include "base/text/value.hpp"

namespace sparlab::report {

/// One sentence for the summary of a run: how many records have lower bounds, whether all hold, and
/// the least time / bound.
std::string bounds_sentence(const analysis::BoundTotals& totals);

/// Prints which bounds apply, hold and are tight, by bound and engine and by algorithm; which are
/// broken, where and why; and why others do not apply. About 100 columns wide.
void print_bounds(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records);

/// The same numbers, and every bound of every record.
base::Value bounds_value(const std::vector<analysis::BoundedRecord>& records);

/// A line for each record: its point, its time, and every bound in seconds, empty where one does
/// not apply.
void write_bounds_csv(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records);

}  // namespace sparlab::report
