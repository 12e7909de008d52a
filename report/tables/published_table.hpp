#pragma once

#include <iosfwd>
#include <span>

#include "analysis/reproduction/reproduction.hpp"

namespace sparlab::report {

/// Writes all claims of the rows as one Markdown table: where it is published, what it says, the
/// published value, ours, and whether it holds. Rows without their data are left out.
void write_published_table(std::ostream& stream, std::span<const analysis::ReproducedRow> rows);

}  // namespace sparlab::report
