#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "base/json/json_fields.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// The version of whole records, which have all fields in one line; version 1 had no checksum.
/// Short records (records/series.hpp) have another version.
inline constexpr std::uint64_t kRecordVersion = 2;

/// A record of another version, which may be valid.
class RecordVersionError : public base::FormatError {
 public:
  explicit RecordVersionError(std::uint64_t version);
};

/// Errors  RecordVersionError. FormatError: the object has no version.
void require_record_version(const nlohmann::json& object, std::uint64_t accepted);

/// All fields of a record under their names, and the point's main fields repeated at top level.
/// record_from_json(record_to_json(r)) is bitwise equal to r.
nlohmann::json record_to_json(const Record& record);

/// Errors  FormatError that names the key that is missing or has the wrong type;
///         RecordVersionError.
Record record_from_json(const nlohmann::json& object);

}  // namespace sparlab::experiments::records
