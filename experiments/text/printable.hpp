#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Makes text of records, inputs and users safe to display: characters that a terminal would
/// interpret or hide are escaped.
namespace sparlab::experiments {

/// For one line. Escapes control characters of ASCII and Unicode ("\n", "\u001b"), characters that
/// change the text direction, and bytes that are not UTF-8 ("\xff"). Characters are escaped as in
/// JSON, so that a JSON document keeps its meaning.
std::string printable(std::string_view text);

/// For text of several lines: newlines are kept.
std::string printable_lines(std::string_view text);

/// The number of bytes at the end of `text` that begin an incomplete UTF-8 character: 0 to 3.
std::size_t unfinished_bytes(std::string_view text);

}  // namespace sparlab::experiments
