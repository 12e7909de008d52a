#include "experiments/text/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "experiments/text/printable.hpp"

namespace sparlab::experiments {

void print_columns(std::ostream& stream, std::vector<std::vector<std::string>> rows,
                   const ColumnLayout& layout) {
  for (auto& row : rows)
    for (std::string& cell : row) cell = printable(cell);
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line(layout.indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool to_right = std::ranges::find(layout.right, i) != layout.right.end();
      line += to_right ? fmt::format("{:>{}}  ", row[i], widths[i])
                       : fmt::format("{:<{}}  ", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    stream << line << '\n';
  }
}

void print_wrapped(std::ostream& stream, std::string_view raw, std::size_t indent,
                   std::size_t width) {
  const std::string text = printable(raw);
  std::string line(indent, ' ');
  bool has_word = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    if (has_word && line.size() + 1 + word.size() > width) {
      stream << line << '\n';
      line.assign(indent + 2, ' ');
      has_word = false;
    }
    if (has_word) line += ' ';
    line += word;
    has_word = true;
    begin = end + 1;
  }
  stream << line << '\n';
}

}  // namespace sparlab::experiments
