#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/results/accuracy.hpp"

namespace sparlab::report {

/// What `sparlab compare` is asked for.
struct ComparisonRequest {
  std::vector<std::filesystem::path> results;  ///< folders
  std::string reference;                       ///< name of an engine; empty: the default
  std::vector<std::string> machines;           ///< PLATFORM=MACHINE
};

/// Reads the folders and compares their records. Damaged lines are reported on `messages`.
/// Errors  ConfigError: the request, a folder without records, records of another version, or, as
///         accuracy_of, nothing to compare. EnvironmentError: a file cannot be read.
analysis::Accuracy compare_results(const ComparisonRequest& request, std::ostream& messages);

/// Writes compare.json, points.csv and the figure parity to a folder, which is created if needed;
/// other files stay.
/// Errors  EnvironmentError, as write_whole_file and draw_charts; the data are written first.
void write_comparison(const std::filesystem::path& folder, const analysis::Accuracy& accuracy);

}  // namespace sparlab::report
