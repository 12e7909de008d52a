#include "report/tables/report_writer.hpp"

#include <algorithm>
#include <ostream>

#include "base/text/printable.hpp"

namespace sparlab::report {
namespace {

constexpr std::size_t kReportIndent = 2;

class TextReport : public ReportWriter {
 public:
  explicit TextReport(std::ostream& stream) : stream_(stream) {}

  void write(Block block, std::string_view text) override {
    const bool heading = block == Block::section || block == Block::subsection;
    if (heading || last_ == Last::table) stream_ << '\n';
    const std::size_t indent = heading                ? 0
                               : block == Block::item ? 2 * kReportIndent
                                                      : kReportIndent;
    base::print_wrapped(stream_, text, indent, base::kLineCharacters);
    last_ = heading ? Last::heading : Last::text;
  }

  void table(const TextRows& rows, std::size_t /*headings*/,
             const std::vector<TableCell>& strong) override {
    if (rows.empty()) return;
    if (last_ != Last::heading) stream_ << '\n';
    TextRows marked = rows;
    for (const TableCell& cell : strong) marked.at(cell.row).at(cell.column) += " *";
    base::print_columns(stream_, marked, {.indent = kReportIndent});
    last_ = Last::table;
  }

 private:
  enum class Last { heading, table, text };
  std::ostream& stream_;
  Last last_ = Last::heading;
};

}  // namespace

std::unique_ptr<ReportWriter> text_report(std::ostream& stream) {
  return std::make_unique<TextReport>(stream);
}

std::string in_one_line(std::string_view raw) {
  std::string text;
  for (const char c : base::printable(raw))
    if (c != ' ' || (!text.empty() && text.back() != ' ')) text += c;
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

TextRows escaped_rows(const TextRows& rows, std::size_t headings, const Escape& escape,
                      const std::vector<TableCell>& strong, const Escape& emphasise) {
  std::size_t columns = 0;
  for (const auto& row : rows) columns = std::max(columns, row.size());
  TextRows escaped(1, std::vector<std::string>(columns));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i >= headings) escaped.emplace_back(columns);
    for (std::size_t column = 0; column < rows[i].size(); ++column) {
      std::string& cell = escaped.back()[column];
      std::string text = escape(rows[i][column]);
      if (std::ranges::find(strong, TableCell{i, column}) != strong.end()) text = emphasise(text);
      cell += !cell.empty() && !text.empty() ? ": " + text : text;
    }
  }
  return escaped;
}

}  // namespace sparlab::report
