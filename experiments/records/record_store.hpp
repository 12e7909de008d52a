#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/records/record.hpp"
#include "experiments/records/record_lines.hpp"
#include "experiments/sweep/file_descriptor.hpp"

namespace sparlab::experiments {

/// records.jsonl of one output directory, held by one process at a time.
///
/// A record is on disk when `append` returns, so a run killed at any moment loses only the points
/// that it was computing. Every line has a checksum; one that is incomplete or was changed is set
/// aside.
class RecordStore {
 public:
  enum class Existing {
    resume,  ///< keep the records that are there
    fresh,   ///< start anew; the old file is renamed to records.old-<n>.jsonl
  };

  /// Creates the directory if needed, locks it, and reads what is there. Damaged lines are moved to
  /// records.damaged, with a line on `messages`. No file of the store may be a symbolic link: one
  /// that somebody else put there would redirect what is written.
  /// Errors  EnvironmentError: not writable, or another run holds the directory.
  ///         ConfigError: a record of another version (file and line).
  RecordStore(const std::filesystem::path& directory, Existing existing, std::ostream& messages);

  const std::filesystem::path& directory() const { return directory_; }

  /// All records, in the order of the file; of several with one id, the last.
  const std::vector<Record>& records() const { return records_; }
  bool contains(const std::string& id) const { return positions_.contains(id); }

  /// Writes the line of one record and waits until it is on disk.
  /// Errors  EnvironmentError: no space, no permission; the file is then as it was.
  ///         FormatError: the line cannot be read back, as when a number in it is not finite.
  void append(std::string_view line);

 private:
  void lock();
  void rename_old() const;
  void load(std::ostream& messages);
  void set_aside(const RecordLines& lines, std::ostream& messages) const;
  void replace_file(std::string_view content) const;
  void insert(Record record);

  std::filesystem::path directory_;
  std::filesystem::path file_;
  FileDescriptor lock_;
  FileDescriptor output_;
  std::vector<Record> records_;
  std::map<std::string, std::size_t> positions_;
};

/// Reads the records of a directory without locking or changing it; damaged lines are left out,
/// with a line on `messages`.
/// Errors  ConfigError: no records.jsonl, or a record of another version.
///         EnvironmentError: it cannot be read.
std::vector<Record> read_records(const std::filesystem::path& directory, std::ostream& messages);

}  // namespace sparlab::experiments
