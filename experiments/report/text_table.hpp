#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// Prints rows in columns aligned to the left, two spaces apart, after `indent` spaces. Rows may
/// differ in length.
void print_columns(std::ostream& stream, const std::vector<std::vector<std::string>>& rows,
                   std::size_t indent = 0);

/// Prints words in lines of at most `width` characters; the first begins after `indent` spaces, the
/// others after two more.
void print_wrapped(std::ostream& stream, std::string_view text, std::size_t indent,
                   std::size_t width);

}  // namespace sparlab::experiments
