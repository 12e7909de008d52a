#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/points/record.hpp"
#include "experiments/system/whole_file.hpp"

namespace sparlab::experiments {

/// A line that is not an unchanged record.
struct DamagedLine {
  std::size_t number = 0;  ///< from 1
  std::string text;
  std::string reason;
};

/// The content of a file of JSON Lines. All records are listed, even several with the same id.
struct RecordLines {
  std::vector<Record> records;
  std::vector<DamagedLine> damaged;
  std::string good_text;       ///< if there are damaged lines: all other lines, with their newlines
  bool lacks_newline = false;  ///< the last line is a complete record without newline
};

/// The records.jsonl of one output directory. Only one process at a time can hold it.
///
/// A record is on disk when `append` returns, so a run that is killed loses only the points that it
/// was computing. Every line has a checksum; incomplete or modified lines are set aside.
class RecordStore {
 public:
  enum class Existing {
    resume,  ///< keep the existing records
    fresh,   ///< start with an empty file; the old one is renamed to records.old-<n>.jsonl
  };

  /// Creates the directory if needed, locks it, and reads the existing records. Damaged lines are
  /// moved to records.damaged and reported on `messages`. Symbolic links are refused for all files
  /// of the store, since another user could have placed one to redirect the output.
  /// Errors  EnvironmentError: not writable, or another run holds the directory.
  /// Errors  ConfigError: a record of another version (file and line).
  RecordStore(const std::filesystem::path& directory, Existing existing, std::ostream& messages);

  const std::filesystem::path& directory() const { return directory_; }

  /// All records, in the order of the file; of several with the same id, the last.
  const std::vector<Record>& records() const { return records_; }
  bool contains(const std::string& id) const { return positions_.contains(id); }

  /// Writes the line of one record and waits until it is on disk.
  /// Errors  EnvironmentError: no space, no permission; the file is then restored.
  /// Errors  FormatError: the line cannot be read back, for instance because a number is not
  ///         finite.
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

/// Reads the records of a directory without locking or changing it. Damaged lines are skipped and
/// reported on `messages`.
/// Errors  ConfigError: no records.jsonl, or a record of another version.
/// Errors  EnvironmentError: the file cannot be read.
std::vector<Record> read_records(const std::filesystem::path& directory, std::ostream& messages);

}  // namespace sparlab::experiments
