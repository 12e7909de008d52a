#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "experiments/run/sweep/runner.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::run {

/// A field whose values differ between a record and the record of its repetition.
struct ChangedField {
  std::string name;  ///< "time_s", "terms.best_s", "environment.commit"
  std::string before, now;
};

struct Rerun {
  Record before, now;
  std::vector<ChangedField> results;      ///< of the point; empty if all results are the same
  std::vector<ChangedField> environment;  ///< of the machine and the program
};

/// The one record whose id begins with these characters.
/// Errors  ConfigError: none or several.
const Record& record_with_id(const std::vector<Record>& records, const std::string& id,
                             const std::string& folder);

/// Runs the point of a record again, as the record describes it, and compares.
/// Errors  ConfigError: a platform, a launcher or a data file is not the one that the record used,
/// or
///         nothing runs such points (engine measured).
/// Errors  std::runtime_error: the point failed; the reason.
Rerun rerun_record(const Record& record, const RunOptions& options, std::ostream& messages,
                   bool terminal);

}  // namespace sparlab::experiments::run
