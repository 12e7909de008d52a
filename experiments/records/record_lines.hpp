#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/points/record.hpp"

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

/// Reads a file of records; a missing file has none. Accepts any content.
/// Errors  ConfigError: a record of another version (file, line). EnvironmentError: the file cannot
///         be read.
RecordLines read_record_lines(const std::filesystem::path& file);

/// "line 3 (not JSON from byte 1 on), line 7 (...) and 12 more".
std::string describe(const std::vector<DamagedLine>& damaged);

}  // namespace sparlab::experiments
