#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "base/text/value.hpp"

namespace sparlab::base {

/// Writes rows as comma-separated values (RFC 4180, plain newlines) below a heading, their keys.
/// Numbers read back to the same bits; a cell is empty if its value is unknown; a list is its
/// texts, separated by spaces.
class CsvWriter {
 public:
  explicit CsvWriter(std::ostream& stream) : stream_(stream) {}

  /// The heading of rows like this one; without it, that of the first row.
  void heading(const Fields& fields);
  void row(const Fields& fields);

 private:
  void line(const Fields& fields, std::string (*cell)(const Field&));

  std::ostream& stream_;
  bool has_heading_ = false;
};

/// A text, quoted if it must be. One that a spreadsheet would treat as a formula begins with an
/// apostrophe.
std::string csv_text(std::string_view raw);

}  // namespace sparlab::base
