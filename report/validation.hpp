#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "analysis/results/checked_bounds.hpp"

namespace sparlab::report {

/// The records of some folders, and their lower bounds.
struct Validation {
  std::vector<analysis::ResultFolder> folders;
  std::vector<analysis::BoundedRecord> records;  ///< point into `folders`
};

/// Reads the folders and checks their records. Damaged lines are reported on `messages`.
/// Errors  ConfigError: a folder without records, one given twice, records of another version.
///         EnvironmentError: a file cannot be read.
Validation validate_results(const std::vector<std::filesystem::path>& folders,
                            std::ostream& messages);

/// Writes bounds.json, bounds.csv and the figure tightness to a folder, which is created if needed;
/// other files stay. There is no figure if the traffic of no record has a proved bound.
/// Errors  EnvironmentError, as write_whole_file and draw_charts; the data are written first.
void write_validation(const std::filesystem::path& folder, const Validation& validation);

}  // namespace sparlab::report
