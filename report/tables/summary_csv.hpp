#pragma once

#include <iosfwd>
#include <span>

#include "experiments/spec/points/record.hpp"

namespace sparlab::report {

/// One line per record, below a heading whose names include units; RFC 4180 with plain newlines.
/// Numbers read back to the same bits. A cell is empty if the record lacks the value; the other
/// cells of a column are all numbers or all texts. A text that a spreadsheet would treat as a
/// formula begins with an apostrophe. The bandwidths are those of analysis/bandwidth.
void write_summary_csv(std::ostream& stream, std::span<const experiments::Record> records);

}  // namespace sparlab::report
