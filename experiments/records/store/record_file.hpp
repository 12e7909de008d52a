#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// The records of a folder: gzip members (records/compressed_lines.hpp) of lines
/// (records/record_lines.hpp).
inline constexpr const char* kRecordsFile = "records.jsonl.gz";

/// The same without compression: what older programs and `sparlab records` write. It is read, too.
inline constexpr const char* kPlainRecordsFile = "records.jsonl";

bool has_records_file(const std::filesystem::path& directory);

/// A line that is no unchanged record.
struct DamagedLine {
  std::size_t number = 0;  ///< from 1
  std::string_view text;
  std::string reason;
};

/// A line whose checksum is right.
struct RecordLine {
  std::size_t number = 0;
  std::string_view text;
  std::string id;
};

/// The lines of a folder, in their order.
struct RecordFile {
  std::string name;                ///< of the file, for messages
  std::vector<std::string> texts;  ///< to which lines refer
  std::vector<RecordLine> records;
  std::vector<DamagedLine> damaged;
};

/// Accepts any texts, each of whole lines.
/// Errors  ConfigError: a record of another version (file, line).
RecordFile scan_records(std::vector<std::string> texts, const std::string& name);

/// Files that do not exist have no records.
/// Errors  As scan_records. EnvironmentError: a file cannot be read.
RecordFile read_record_file(const std::filesystem::path& directory);

/// Reads the records whose id is wanted, on all processors; of several with one id the last, in the
/// place of the first. Those that cannot be read although their checksum is right, which another
/// program wrote, are added to `file.damaged`.
std::vector<Record> read_records(RecordFile& file,
                                 const std::function<bool(const std::string& id)>& wanted);

/// "line 3 (not JSON from byte 1 on), line 7 (...) and 12 more".
std::string describe(const std::vector<DamagedLine>& damaged);

/// A file whose reading fails is not taken for a short file; a missing file is empty.
/// Errors  EnvironmentError.
std::string read_record_text(const std::string& file);

}  // namespace sparlab::experiments::records
