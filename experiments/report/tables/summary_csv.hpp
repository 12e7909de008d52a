#pragma once

#include <iosfwd>
#include <span>

#include "experiments/points/record.hpp"

namespace sparlab::experiments {

/// One line per record, below a heading whose names include units; RFC 4180 with plain newlines.
/// Numbers read back to the same bits. A cell is empty if the record lacks the value; busbw is "-"
/// for sparse algorithms, for which it is meaningless. A text that a spreadsheet would treat as a
/// formula begins with an apostrophe. Per rank and second:
///   algbw   bytes of the dense vector
///   wirebw  bytes that a rank sent, on average
///   busbw   algbw * 2(P-1)/P, as in nccl-tests
void write_summary_csv(std::ostream& stream, std::span<const Record> records);

}  // namespace sparlab::experiments
