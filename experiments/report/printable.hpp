#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Text of records, inputs and users as it may be shown: what a terminal would obey or hide is
/// written out as an escape.
namespace sparlab::experiments {

/// One line. Escaped are control characters of ASCII and Unicode ("\n", "\u001b"), those that
/// change the direction of text, and bytes that are not UTF-8 ("\xff"). Escapes of characters are
/// those of JSON, so that a JSON document keeps its meaning.
std::string printable(std::string_view text);

/// The same for text of several lines: newlines stay.
std::string printable_lines(std::string_view text);

/// How many bytes at the end of `text` begin a UTF-8 character that goes on behind it: 0 to 3.
std::size_t unfinished_bytes(std::string_view text);

/// Printable text cut to at most `most` characters, the last three of them "..." if it was longer.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace sparlab::experiments
