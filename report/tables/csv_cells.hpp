#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Cells of comma-separated values (RFC 4180).
namespace sparlab::report {

/// A text, quoted if it must be. One that a spreadsheet would treat as a formula begins with an
/// apostrophe.
std::string csv_text(std::string_view raw);

/// The shortest text that reads back as the same number; empty if it is unknown.
std::string csv_number(std::optional<double> value);

}  // namespace sparlab::report
