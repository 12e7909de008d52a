#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/records/record.hpp"
#include "experiments/sweep/file_descriptor.hpp"

namespace sparlab::experiments {

/// records.jsonl of one output directory, held by one process at a time.
///
/// A record is on disk when `append` returns, so a run killed at any moment loses only the points
/// that it was computing. At most the last line can then be incomplete; it is set aside.
class RecordStore {
 public:
  enum class Existing {
    resume,  ///< keep the records that are there
    fresh,   ///< start anew; the old file is renamed to records.old-<n>.jsonl
  };

  /// Creates the directory if needed, locks it, and reads what is there. A damaged last line is
  /// moved to records.damaged, with a line on `messages`.
  /// Errors  EnvironmentError: not writable, or another run holds the directory.
  ///         ConfigError: a damaged line before the last one (file, line and reason).
  RecordStore(const std::filesystem::path& directory, Existing existing, std::ostream& messages);

  const std::filesystem::path& directory() const { return directory_; }

  /// All records, in the order of the file; of several with one id, the last.
  const std::vector<Record>& records() const { return records_; }
  bool contains(const std::string& id) const { return positions_.contains(id); }

  /// Writes one line and waits until it is on disk.
  /// Errors  EnvironmentError: no space, no permission. FormatError: the record holds a number that
  ///         is not finite, which JSON cannot express.
  void append(const Record& record);

 private:
  void lock();
  void rename_old() const;
  void load(std::ostream& messages);
  void set_aside(std::string_view damaged, std::size_t offset, const std::string& reason,
                 std::ostream& messages);
  void insert(Record record);

  std::filesystem::path directory_;
  std::filesystem::path file_;
  FileDescriptor lock_;
  FileDescriptor output_;
  std::vector<Record> records_;
  std::map<std::string, std::size_t> positions_;
};

/// Reads the records of a directory without locking or changing it; an incomplete last line is
/// left out.
/// Errors  ConfigError: no records.jsonl, or a damaged line before the last one.
std::vector<Record> read_records(const std::filesystem::path& directory);

}  // namespace sparlab::experiments
