#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "base/json/json_fields.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// The version of a record as a JSON object; version 1 had no checksum.
inline constexpr std::uint64_t kRecordVersion = 2;

/// The version of the lines of a folder (records/record_lines.hpp); version 3 shared lines.
inline constexpr std::uint64_t kFolderVersion = 4;

/// A record of another version, which may be valid.
class RecordVersionError : public base::FormatError {
 public:
  explicit RecordVersionError(std::uint64_t version);
};

/// All fields of a record under their names, and the point's main fields repeated at top level.
/// record_from_json(record_to_json(r)) is bitwise equal to r.
/// Errors  FormatError: a number is not finite, so that no JSON could hold it.
nlohmann::json record_to_json(const Record& record);

/// Errors  FormatError that names the key that is missing or has the wrong type;
///         RecordVersionError.
Record record_from_json(const nlohmann::json& object);

/// A record has fields of its own, which `own_text` writes and `read_own` reads, and fields that
/// the records of a sweep have in common.
nlohmann::json common_to_json(const Record& record);
void read_common(const nlohmann::json& object, Record& record);
void read_own(const nlohmann::json& object, Record& record);

/// True if the common fields are the same.
bool same_common(const Record& left, const Record& right);

}  // namespace sparlab::experiments::records
