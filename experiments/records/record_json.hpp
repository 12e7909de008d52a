#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "experiments/json/json_fields.hpp"
#include "experiments/points/record.hpp"

namespace sparlab::experiments {

/// The version of the layout of records; other versions are refused. Version 1 had no checksum.
inline constexpr std::uint64_t kRecordVersion = 2;

/// A record of another version, which may be valid.
class RecordVersionError : public FormatError {
 public:
  explicit RecordVersionError(std::uint64_t version);
};

/// All fields of a record under their names, and the point's main fields repeated at top level.
/// record_from_json(record_to_json(r)) is bitwise equal to r.
nlohmann::json record_to_json(const Record& record);

/// Errors  FormatError that names the key that is missing or has the wrong type;
///         RecordVersionError.
Record record_from_json(const nlohmann::json& object);

/// One line of records.jsonl with its checksum, without the newline.
std::string record_to_line(const Record& record);

/// Reads any text. A text that is not an unchanged record throws FormatError and never crashes.
Record record_from_line(std::string_view line);

}  // namespace sparlab::experiments
