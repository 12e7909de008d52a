#include "cli/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace sparlab::cli {

void print_table(std::ostream& stream, const std::vector<std::vector<std::string>>& rows,
                 const std::vector<std::size_t>& right) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool to_right = std::find(right.begin(), right.end(), i) != right.end();
      line += to_right ? fmt::format("{:>{}}", row[i], widths[i])
                       : fmt::format("{:<{}}", row[i], widths[i]);
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    stream << line << '\n';
  }
}

}  // namespace sparlab::cli
