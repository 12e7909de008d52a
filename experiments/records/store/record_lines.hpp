#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "experiments/spec/points/record.hpp"

/// Records as lines: JSON objects whose last member is a checksum. Each has all fields of a record.
namespace sparlab::experiments::records {

/// Adds a last member "crc32" to the text of a JSON object, which must have members: zlib's CRC-32
/// of all bytes before that member, as 8 hexadecimal digits.
std::string with_checksum(std::string object);

enum class Checksum : std::uint8_t { absent, wrong, right };

/// Checks the checksum at the end of a line; the rest of the line may be anything.
Checksum checksum_of(std::string_view line);

/// Parses one line, of any content.
/// Errors  FormatError: not JSON, or beyond the limits of json/json_text.hpp.
nlohmann::json parse_line(std::string_view line);

/// record_to_json as a line, without the newline: what readers of other programs get.
std::string record_to_line(const Record& record);

/// Writes the lines of a folder, version 4: the same fields in another order, those that the
/// records of a sweep have in common last and, as they are the same, written once by the JSON
/// library. Unknown numbers are left out, and no field of the point is repeated.
class LineWriter {
 public:
  /// Errors  FormatError: a number is not finite.
  std::string write(const Record& record);

 private:
  struct Common {
    Record example;
    std::string text;
  };
  std::map<std::string, Common, std::less<>> last_;  ///< by algorithm
};

/// Reads lines of both kinds. It keeps the common fields that it has read.
class LineReader {
 public:
  /// Reads any text. A text that is not an unchanged line throws FormatError, or RecordVersionError
  /// (records/record_json.hpp), and never crashes.
  Record read(std::string_view line);

 private:
  std::map<std::string, Record, std::less<>> common_;  ///< by their text
};

/// Reads one line.
Record record_from_line(std::string_view line);

/// The id of a line's record. Of a line of a folder it is found without reading the record.
/// Errors  FormatError, RecordVersionError: not an unchanged line.
std::string id_of_line(std::string_view line);

/// The id at the beginning of a line of a folder, which is not checked; empty if there is none.
std::string_view first_id(std::string_view line);

}  // namespace sparlab::experiments::records
