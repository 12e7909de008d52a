#include "report/tables/report_writer.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>

#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

constexpr std::size_t kReportIndent = 2;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Text that Markdown shows as it is, in one line: no markup, no element, no end of a cell. Runs of
/// spaces, which align columns elsewhere, become one.
std::string markdown_text(std::string_view raw) {
  constexpr std::string_view kMarkup = "\\`*<>|[]&~$#";
  const std::string text = base::printable(raw);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' && (result.empty() || result.back() == ' ')) continue;
    // An underscore inside a name is no markup.
    const bool inside =
        i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
    if (kMarkup.find(c) != std::string_view::npos || (c == '_' && !inside)) result += '\\';
    result += c;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

/// The cells of several heading rows in one: "model: time lead gain".
std::vector<std::string> joined_headings(const TextRows& rows, std::size_t headings) {
  std::vector<std::string> joined;
  for (std::size_t row = 0; row < headings; ++row)
    for (std::size_t i = 0; i < rows[row].size(); ++i) {
      joined.resize(std::max(joined.size(), i + 1));
      const std::string text = markdown_text(rows[row][i]);
      joined[i] += !joined[i].empty() && !text.empty() ? ": " + text : text;
    }
  return joined;
}

}  // namespace

void TextReport::section(std::string_view title) { subsection(title); }

void TextReport::subsection(std::string_view title) {
  stream_ << '\n';
  base::print_wrapped(stream_, title, 0, base::kLineCharacters);
  last_ = Last::heading;
}

void TextReport::write_text(std::string_view text, std::size_t indent) {
  if (last_ == Last::table) stream_ << '\n';
  base::print_wrapped(stream_, text, indent, base::kLineCharacters);
  last_ = Last::text;
}

void TextReport::paragraph(std::string_view text) { write_text(text, kReportIndent); }

void TextReport::item(std::string_view text) { write_text(text, 2 * kReportIndent); }

void TextReport::table(const TextRows& rows, std::size_t /*headings*/) {
  if (rows.empty()) return;
  if (last_ != Last::heading) stream_ << '\n';
  base::print_columns(stream_, rows, {.indent = kReportIndent});
  last_ = Last::table;
}

void MarkdownReport::begin_block() {
  if (!empty_) stream_ << '\n';
  empty_ = false;
  in_list_ = false;
}

void MarkdownReport::section(std::string_view title) {
  begin_block();
  stream_ << "## " << markdown_text(title) << '\n';
}

void MarkdownReport::subsection(std::string_view title) {
  begin_block();
  stream_ << "### " << markdown_text(title) << '\n';
}

void MarkdownReport::paragraph(std::string_view text) {
  begin_block();
  stream_ << markdown_text(text) << '\n';
}

void MarkdownReport::item(std::string_view text) {
  if (!in_list_) begin_block();
  in_list_ = true;
  stream_ << "- " << markdown_text(text) << '\n';
}

void MarkdownReport::table(const TextRows& rows, std::size_t headings) {
  if (rows.empty()) return;
  begin_block();
  std::size_t columns = 0;
  for (const auto& row : rows) columns = std::max(columns, row.size());
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < columns; ++i)
      stream_ << "| " << (i < cells.size() ? cells[i] : "") << ' ';
    stream_ << "|\n";
  };
  line(joined_headings(rows, headings));
  line(std::vector<std::string>(columns, "---"));
  for (std::size_t i = headings; i < rows.size(); ++i) {
    std::vector<std::string> cells;
    for (const std::string& cell : rows[i]) cells.push_back(markdown_text(cell));
    line(cells);
  }
}

}  // namespace sparlab::report
