#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "analysis/reproduction/reproduction.hpp"
#include "base/text/value.hpp"

namespace sparlab::report {

/// "0.083", ">= 1", "<= 37", "1.13 to 1.75".
std::string published_text(const analysis::Published& published);

/// Prints one row: a table of its claims with published value, ours, difference and verdict, then
/// the reasons of differences. At most 100 columns.
void print_reproduced(std::ostream& stream, const analysis::ReproducedRow& row);

/// Prints how many claims have which verdict, and how many rows lack their data.
void print_reproduction_summary(std::ostream& stream,
                                std::span<const analysis::ReproducedRow> rows);

/// Prints all claims of the rows as one Markdown table: where it is published, what it says, the
/// published value, ours, and whether it holds. Rows without their data are left out.
void print_published(std::ostream& stream, std::span<const analysis::ReproducedRow> rows);

/// Prints rows with their source, points and predicted time, without running them.
void print_prepared(std::ostream& stream, std::span<const analysis::PreparedRow> rows);

base::Fields reproduced_fields(const analysis::ReproducedRow& row);
base::Fields prepared_fields(const analysis::PreparedRow& row);

}  // namespace sparlab::report
