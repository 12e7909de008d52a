#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace sparlab::cli {

/// Prints rows in aligned columns; the first row is the heading. Columns named in `right` are
/// aligned to the right.
void print_table(std::ostream& stream, const std::vector<std::vector<std::string>>& rows,
                 const std::vector<std::size_t>& right = {});

}  // namespace sparlab::cli
