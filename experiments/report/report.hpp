#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "experiments/points/record.hpp"
#include "experiments/report/analysis/approximate_choice.hpp"

namespace sparlab::experiments {

/// Writes the report of some records: OUTPUT_DIR/summary.csv, the summary table on `table`, and
/// OUTPUT_DIR/figures/. Runs only gnuplot. Each file is complete or absent; incomplete files of a
/// killed report are removed. Approximate algorithms are recommended up to an error_l2 of
/// `most_error`.
/// Errors  EnvironmentError: not writable; or gnuplot is missing (MissingGnuplot) or failed, in
///         which case everything except the pictures is written first.
void write_report(const std::filesystem::path& output_dir, const std::vector<Record>& records,
                  std::ostream& table, double most_error = kMostError);

}  // namespace sparlab::experiments
