#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "report/tables/report_writer.hpp"

namespace sparlab::report {
namespace {

/// Text that LaTeX shows as it is: no command, no comment, no end of a cell.
std::string latex_text(std::string_view raw) {
  std::string result;
  for (const char c : in_one_line(raw)) {
    if (std::string_view("#$%&_{}").find(c) != std::string_view::npos)
      result += fmt::format("\\{}", c);
    else if (c == '\\')
      result += "\\textbackslash{}";
    else if (std::string_view("<>|").find(c) != std::string_view::npos)
      result += fmt::format("${}$", c);
    else if (c == '~' || c == '^')
      result += fmt::format("\\{}{{}}", c);
    else
      result += c;
  }
  return result;
}

class LatexReport : public ReportWriter {
 public:
  explicit LatexReport(std::ostream& stream) : stream_(stream) {}
  ~LatexReport() override { set_list(false); }
  LatexReport(const LatexReport&) = delete;
  LatexReport& operator=(const LatexReport&) = delete;

  void write(Block block, std::string_view text) override {
    set_list(block == Block::item);
    const std::string escaped = latex_text(text);
    if (block == Block::item)
      stream_ << "  \\item {}" << escaped << '\n';
    else if (block == Block::paragraph)
      stream_ << escaped << "\n\n";
    else
      stream_ << fmt::format("\\{}{{{}}}\n\n", block == Block::section ? "section" : "subsection",
                             escaped);
  }

  void table(const TextRows& rows, std::size_t headings,
             const std::vector<TableCell>& strong) override {
    if (rows.empty()) return;
    set_list(false);
    TextRows escaped = escaped_rows(rows, headings, latex_text, strong, [](std::string_view text) {
      return fmt::format("\\textbf{{{}}}", text);
    });
    stream_ << fmt::format("\\begin{{tabular}}{{{}}}\n\\hline\n",
                           std::string(escaped[0].size(), 'l'));
    for (std::size_t i = 0; i < escaped.size(); ++i) {
      const char* separator = "{}";
      for (const std::string& cell : escaped[i]) stream_ << std::exchange(separator, " & ") << cell;
      stream_ << (i == 0 ? " \\\\ \\hline\n" : " \\\\\n");
    }
    stream_ << "\\hline\n\\end{tabular}\n\n";
  }

 private:
  void set_list(bool open) {
    if (open != in_list_) stream_ << (open ? "\\begin{itemize}\n" : "\\end{itemize}\n\n");
    in_list_ = open;
  }

  std::ostream& stream_;
  bool in_list_ = false;
};

}  // namespace

std::unique_ptr<ReportWriter> latex_report(std::ostream& stream) {
  return std::make_unique<LatexReport>(stream);
}

}  // namespace sparlab::report
