#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/spec/points/record.hpp"

/// Short records. The records of a sweep differ in few fields. What they have in common is written
/// once, in the line of a series; the line of a record names its series and has all other fields.
/// A series is named by the hash of its content, so lines of several files may be joined in any
/// order.
namespace sparlab::experiments::records {

/// The version of series and short records.
inline constexpr std::uint64_t kSeriesVersion = 3;

inline constexpr std::size_t kSeriesDigits = 12;

/// A line as its first bytes describe it. What follows may be anything.
struct LineKind {
  enum class Kind : std::uint8_t { series, short_record, other };
  Kind kind = Kind::other;
  std::string_view series;  ///< the name of the series; empty for other lines
  std::string_view id;      ///< of a short record
};
LineKind kind_of_line(std::string_view line);

/// What the records of one series have in common.
struct RecordSeries {
  Record common;
  std::vector<std::string> terms;   ///< names, in the order of the numbers in records
  std::vector<std::string> phases;  ///< likewise
  bool has_check = false;           ///< all records have the check of `common`
};

/// Errors  FormatError; RecordVersionError (records/record_json.hpp). The checksum is right.
RecordSeries series_from_line(std::string_view line);

/// Errors  FormatError. The checksum is right, and the record is one of the series.
Record record_of_series(std::string_view line, const RecordSeries& series);

/// Writes short records. It remembers series, so that each is written once.
class SeriesWriter {
 public:
  struct Lines {
    std::string series;  ///< its line, or empty if the writer gave it out before
    std::string record;

    /// Both as one text; see RecordStore::append.
    std::string joined() const { return series.empty() ? record : series + '\t' + record; }
  };

  /// Lines without their newlines.
  /// Errors  FormatError: a number is not finite, so that no JSON could hold it.
  Lines write(const Record& record);

 private:
  struct Known {
    Record example;
    std::string name;
  };
  const std::string& name_of_series(const Record& record, std::string& new_line);

  std::map<std::string, std::vector<Known>, std::less<>> known_;  ///< by algorithm
  std::map<std::string, bool, std::less<>> written_;              ///< by name
};

}  // namespace sparlab::experiments::records
