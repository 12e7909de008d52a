#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>

#include "analysis/results/sweep_views.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {

/// What the columns of a pivot table are.
enum class Pivot : std::uint8_t { algorithm, engine, platform, ranks, universe, density };

/// Times of records, with a column for each value of the pivot and a row for each combination of
/// the other coordinates: sweep, platform, engine, P, N, density, algorithm. Coordinates that have
/// one value stand above the table. Where columns are algorithms, the shortest time of each row is
/// strong.
void write_pivot(ReportWriter& report, std::span<const analysis::SweepView> sweeps, Pivot pivot);

/// The same in seconds, with all coordinates in each row.
void write_pivot_csv(std::ostream& stream, std::span<const analysis::SweepView> sweeps,
                     Pivot pivot);
/// The same with a JSON object for each row, whose `time_s` is an object.
void write_pivot_jsonl(std::ostream& stream, std::span<const analysis::SweepView> sweeps,
                       Pivot pivot);

}  // namespace sparlab::report
