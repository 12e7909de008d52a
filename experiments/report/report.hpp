#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "experiments/records/record.hpp"
#include "experiments/report/approximate_choice.hpp"

namespace sparlab::experiments {

/// Derives from records all that people read: OUTPUT_DIR/summary.csv, the summary table on `table`,
/// and OUTPUT_DIR/figures/. Runs nothing but gnuplot. Each file is complete or absent; what a
/// killed report left incomplete is removed. Approximate algorithms are recommended up to an
/// error_l2 of `most_error`.
/// Errors  EnvironmentError: not writable; or, once everything but the pictures is there, gnuplot
///         is missing (MissingGnuplot) or failed.
void write_report(const std::filesystem::path& output_dir, const std::vector<Record>& records,
                  std::ostream& table, double most_error = kMostError);

}  // namespace sparlab::experiments
