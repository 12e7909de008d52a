#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "report/tables/pivot_table.hpp"
#include "report/tables/point_tables.hpp"
#include "report/tables/summary_table.hpp"

namespace sparlab::report {

/// What a report prints: the answer in a few lines (write_glance), or all tables.
enum class Extent : std::uint8_t { glance, tables };

/// Writes the report of some records: OUTPUT_DIR/summary.csv, what is printed on `table`, and
/// OUTPUT_DIR/figures/. Runs only gnuplot. Each file is complete or absent; incomplete files of a
/// killed report are removed.
/// Errors  EnvironmentError: not writable; or gnuplot is missing (MissingGnuplot) or failed, in
///         which case everything except the pictures is written first.
void write_report(const std::filesystem::path& output_dir,
                  const std::vector<experiments::Record>& records, std::ostream& table,
                  const SummaryOptions& options = {}, Extent extent = Extent::tables);

enum class TableFormat { text, markdown, latex, csv, jsonl };

/// Prints the tables of some records, and writes no file. CSV and JSON lines have
/// only the table of all points.
void print_tables(std::ostream& stream, const std::vector<experiments::Record>& records,
                  TableFormat format, const SummaryOptions& options = {});

/// Prints one table with a column for each value of the pivot.
void print_pivot(std::ostream& stream, const std::vector<experiments::Record>& records,
                 TableFormat format, Pivot pivot);

}  // namespace sparlab::report
