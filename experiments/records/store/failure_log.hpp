#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace sparlab::experiments::records {

/// A point that ended without a record, or that was left out.
struct LoggedFailure {
  std::string id;         ///< of the point
  std::string point;      ///< a description, for readers
  std::string reason;     ///< as `run` printed it
  std::string at;         ///< ISO 8601, UTC
  bool left_out = false;  ///< it was refused before the run, so it did not fail
};

/// The failures.jsonl of one output folder: one line a failure, with a checksum. It says which
/// points failed or were left out; records say which succeeded, and count more. The holder of the
/// folder's RecordStore may write it.
class FailureLog {
 public:
  /// Lines that are damaged are ignored: their points then count as not run yet.
  /// Errors  EnvironmentError: the file cannot be read.
  explicit FailureLog(const std::filesystem::path& directory);

  /// The last entry of each point, by id.
  const std::map<std::string, LoggedFailure>& failures() const { return failures_; }
  bool contains(const std::string& id) const { return failures_.contains(id); }
  /// Points that failed, without those that were left out.
  std::size_t count_failed() const;

  /// Errors  EnvironmentError: the file cannot be written.
  void add(const LoggedFailure& failure);

  /// Rewrites the file without the points that have a record by now; removes an empty one.
  /// Errors  EnvironmentError.
  void remove_done(const std::function<bool(const std::string& id)>& has_record);

 private:
  std::filesystem::path file_;
  std::map<std::string, LoggedFailure> failures_;
};

}  // namespace sparlab::experiments::records
