#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/system/whole_file.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// The records of one output directory. Only one process at a time can hold it.
///
/// Appended records are on disk when `flush` returns. Until then a kill of this process loses them,
/// so nothing may report them as done. Every line has a checksum; incomplete or modified lines are
/// set aside.
class RecordStore {
 public:
  enum class Existing {
    resume,  ///< keep the existing records
    fresh,   ///< start with an empty file; the old one is renamed to records.old-<n>.jsonl.gz
  };

  /// Creates the directory if needed, locks it, and reads the existing lines. Damaged lines are
  /// moved to records.damaged and reported on `messages`; a file without compression is replaced.
  /// Symbolic links are refused for all files of the store, since another user could have placed
  /// one to redirect the output.
  /// Errors  EnvironmentError: not writable, or another run holds the directory.
  /// Errors  ConfigError: a record of another version (file and line).
  RecordStore(const std::filesystem::path& directory, Existing existing, std::ostream& messages);
  /// Flushes, as far as that works.
  ~RecordStore();
  RecordStore(const RecordStore&) = delete;
  RecordStore& operator=(const RecordStore&) = delete;

  const std::filesystem::path& directory() const { return directory_; }

  std::size_t size() const { return ids_.size(); }
  bool contains(const std::string& id) const { return ids_.contains(id); }

  /// All records on disk, in the order of the file; of several with the same id, the last.
  /// Errors  ConfigError: a record has a right checksum, but is none. EnvironmentError.
  std::vector<Record> records() const;
  /// Only those with a wanted id.
  std::vector<Record> records(const std::function<bool(const std::string& id)>& wanted) const;

  /// Errors  FormatError: a number is not finite.
  void append(const Record& record) { append(writer_.write(record)); }
  /// The line of a record, as LineWriter wrote it.
  /// Errors  FormatError: it does not begin with an id.
  void append(std::string_view line);

  /// True if records have waited for as long as they may, a tenth of a second.
  bool must_flush() const;
  /// Writes what was appended and waits until it is on disk.
  /// Errors  EnvironmentError: no space, no permission; the file is then restored.
  void flush();

  /// Replaces all records by these, in this order, at once.
  /// Errors  EnvironmentError.
  void replace(const std::vector<Record>& records);

 private:
  using Clock = std::chrono::steady_clock;

  void lock();
  void rename_old() const;
  void load(std::ostream& messages);
  void replace_file(const std::vector<std::string_view>& lines) const;

  std::filesystem::path directory_;
  std::filesystem::path file_;
  base::FileDescriptor lock_;
  base::FileDescriptor output_;
  std::unordered_set<std::string> ids_;
  LineWriter writer_;
  std::string waiting_;  ///< lines that are not on disk
  Clock::time_point waiting_since_;
  bool failed_ = false;  ///< nothing more can be written
};

/// Reads the records of a directory without locking or changing it. Damaged lines are skipped and
/// reported on `messages`.
/// Errors  ConfigError: no records, or a record of another version.
/// Errors  EnvironmentError: the file cannot be read.
std::vector<Record> read_records(const std::filesystem::path& directory, std::ostream& messages);

}  // namespace sparlab::experiments::records
