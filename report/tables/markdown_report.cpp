#include <fmt/format.h>

#include <cctype>
#include <ostream>

#include "report/tables/report_writer.hpp"

namespace sparlab::report {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Text that Markdown shows as it is: no markup, no element, no end of a cell.
std::string markdown_text(std::string_view raw) {
  constexpr std::string_view kMarkup = "\\`*<>|[]&~$#";
  const std::string text = in_one_line(raw);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    // An underscore inside a name is no markup.
    const bool inside =
        i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
    if (kMarkup.find(text[i]) != std::string_view::npos || (text[i] == '_' && !inside))
      result += '\\';
    result += text[i];
  }
  return result;
}

class MarkdownReport : public ReportWriter {
 public:
  explicit MarkdownReport(std::ostream& stream) : stream_(stream) {}

  void write(Block block, std::string_view text) override {
    constexpr const char* kPrefixes[] = {"## ", "### ", "", "- "};
    begin(block == Block::item);
    stream_ << kPrefixes[static_cast<std::size_t>(block)] << markdown_text(text) << '\n';
  }

  void table(const TextRows& rows, std::size_t headings,
             const std::vector<TableCell>& strong) override {
    if (rows.empty()) return;
    begin(false);
    TextRows escaped =
        escaped_rows(rows, headings, markdown_text, strong,
                     [](std::string_view text) { return fmt::format("**{}**", text); });
    escaped.insert(escaped.begin() + 1, std::vector<std::string>(escaped[0].size(), "---"));
    for (const auto& row : escaped) {
      for (const std::string& cell : row) stream_ << "| " << cell << ' ';
      stream_ << "|\n";
    }
  }

 private:
  /// An empty line between blocks; the items of a list are one.
  void begin(bool item) {
    if (!empty_ && !(item && in_list_)) stream_ << '\n';
    empty_ = false;
    in_list_ = item;
  }

  std::ostream& stream_;
  bool in_list_ = false;
  bool empty_ = true;
};

}  // namespace

std::unique_ptr<ReportWriter> markdown_report(std::ostream& stream) {
  return std::make_unique<MarkdownReport>(stream);
}

}  // namespace sparlab::report
