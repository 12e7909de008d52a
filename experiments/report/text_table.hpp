#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

struct ColumnLayout {
  std::size_t indent = 0;               ///< spaces before the first column
  std::vector<std::size_t> right = {};  ///< columns aligned to the right, all others to the left
};

/// Prints rows in aligned columns, two spaces apart. Rows may differ in length. A row is one line,
/// whatever stands in it (printable).
void print_columns(std::ostream& stream, std::vector<std::vector<std::string>> rows,
                   const ColumnLayout& layout = {});

/// Prints words in lines of at most `width` characters; the first begins after `indent` spaces, the
/// others after two more. The text is made printable.
void print_wrapped(std::ostream& stream, std::string_view raw, std::size_t indent,
                   std::size_t width);

}  // namespace sparlab::experiments
