#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "analysis/reproduction/reproduction.hpp"

namespace sparlab::experiments {

/// "0.083", ">= 1", "<= 37", "1.13 to 1.75".
std::string published_text(const Published& published);

/// Prints one row: a table of its claims with published value, ours, difference and verdict, then
/// the reasons of differences. At most 100 columns.
void print_reproduced(std::ostream& stream, const ReproducedRow& row);

/// Prints how many claims have which verdict, and how many rows lack their data.
void print_reproduction_summary(std::ostream& stream, std::span<const ReproducedRow> rows);

/// Prints rows with their source, points and predicted time, without running them.
void print_prepared(std::ostream& stream, std::span<const PreparedRow> rows);

nlohmann::ordered_json reproduced_to_json(const ReproducedRow& row);
nlohmann::ordered_json prepared_to_json(const PreparedRow& row);

}  // namespace sparlab::experiments
