#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

struct ColumnLayout {
  std::size_t indent = 0;               ///< spaces before the first column
  std::vector<std::size_t> right = {};  ///< right-aligned columns; all others are left-aligned
};

/// Prints rows in aligned columns, two spaces apart. Rows may differ in length. Each row becomes
/// one line, whatever it contains (printable).
void print_columns(std::ostream& stream, std::vector<std::vector<std::string>> rows,
                   const ColumnLayout& layout = {});

/// Prints words in lines of at most `width` characters; the first line is indented by `indent`
/// spaces, the others by two more. The text is made printable.
void print_wrapped(std::ostream& stream, std::string_view raw, std::size_t indent,
                   std::size_t width);

}  // namespace sparlab::experiments
