#pragma once

#include <iosfwd>
#include <span>

#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// One line a record, under a heading whose names carry units; RFC 4180 with plain newlines.
/// Numbers read back to the same bits. A cell is empty where the record does not know, and busbw,
/// which means nothing for sparse algorithms, is "-" there. A text that a spreadsheet
/// would take for a formula begins with an apostrophe. Per rank and second:
///   algbw   bytes of the dense vector
///   wirebw  bytes that a rank really sent, on average
///   busbw   algbw * 2(P-1)/P, as in nccl-tests
void write_summary_csv(std::ostream& stream, std::span<const Record> records);

}  // namespace sparlab::experiments
