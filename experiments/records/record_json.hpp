#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "experiments/json/json_fields.hpp"
#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// The version of the layout of records; another one is refused. Version 1 had no checksum.
inline constexpr std::uint64_t kRecordVersion = 2;

/// A record, maybe a good one, of another version.
class RecordVersionError : public FormatError {
 public:
  explicit RecordVersionError(std::uint64_t version);
};

/// All fields of a record under their own names, and the point's main fields again at top level.
/// record_from_json(record_to_json(r)) equals r in every bit.
nlohmann::json record_to_json(const Record& record);

/// Errors  FormatError naming the key that is missing or of the wrong type; RecordVersionError.
Record record_from_json(const nlohmann::json& object);

/// One line of records.jsonl with its checksum, without the newline.
std::string record_to_line(const Record& record);

/// Reads any text: what is not a record, or not as it was written, is a FormatError, never a crash.
Record record_from_line(std::string_view line);

}  // namespace sparlab::experiments
