#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/records/store/series.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// A line that is neither a series nor an unchanged record, or whose series is missing.
struct DamagedLine {
  std::size_t number = 0;  ///< from 1
  std::string_view text;
  std::string reason;
};

/// A line whose checksum is right. It refers to the text of its file.
struct RecordLine {
  std::string_view text;
  std::string_view id;
  const RecordSeries* series = nullptr;  ///< null: a whole record
};

using SeriesByName = std::map<std::string, RecordSeries, std::less<>>;

/// The lines of a file of records, in any order. All records are listed, even several with one id.
struct RecordFile {
  SeriesByName series;
  std::vector<RecordLine> records;
  std::vector<DamagedLine> damaged;
  std::deque<std::string> ids;  ///< of whole records, to which `records` refer
  bool lacks_newline = false;   ///< the last line is good and has no newline
};

/// Accepts any text, which must outlive the result.
/// Errors  ConfigError: a record of another version (file, line).
RecordFile scan_records(std::string_view text, const std::string& name);

/// The same lines without the damaged ones.
std::string without_damaged(std::string_view text, const std::vector<DamagedLine>& damaged);

/// "line 3 (not JSON from byte 1 on), line 7 (...) and 12 more".
std::string describe(const std::vector<DamagedLine>& damaged);

/// A file whose reading fails is not taken for a short file; a missing file is empty.
/// Errors  EnvironmentError.
std::string read_record_text(const std::string& file);

/// A record that could not be read although its checksum is right: another program wrote it.
struct UnreadableRecord {
  std::size_t position = 0;  ///< in the list
  std::string reason;
};

/// Reads records on all processors, in their order, without those that are unreadable.
std::vector<Record> read_lines(std::span<const RecordLine> lines,
                               std::vector<UnreadableRecord>& unreadable);

}  // namespace sparlab::experiments::records
