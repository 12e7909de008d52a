#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "experiments/spec/points/record.hpp"

/// Lines of records.jsonl: JSON objects whose last member is a checksum.
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

/// A whole record, which needs no other line. Without the newline.
std::string record_to_line(const Record& record);

/// Reads any text. A text that is not an unchanged whole record throws FormatError, or
/// RecordVersionError (records/record_json.hpp), and never crashes.
Record record_from_line(std::string_view line);

}  // namespace sparlab::experiments::records
