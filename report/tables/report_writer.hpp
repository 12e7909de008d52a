#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text_table.hpp"

namespace sparlab::report {

using base::TextRows;

/// A cell of a table, counted from its heading.
struct TableCell {
  std::size_t row = 0, column = 0;

  friend bool operator==(const TableCell&, const TableCell&) = default;
};

/// Where the tables of a report go. Text is data: each writer makes it printable and escapes it.
class ReportWriter {
 public:
  enum class Block { section, subsection, paragraph, item };

  virtual ~ReportWriter() = default;

  virtual void write(Block block, std::string_view text) = 0;
  /// The first `headings` rows are the heading; nothing is written for a table without rows.
  /// `strong` cells stand out.
  virtual void table(const TextRows& rows, std::size_t headings,
                     const std::vector<TableCell>& strong = {}) = 0;

  void section(std::string_view title) { write(Block::section, title); }
  void subsection(std::string_view title) { write(Block::subsection, title); }
  void paragraph(std::string_view text) { write(Block::paragraph, text); }
  void item(std::string_view text) { write(Block::item, text); }
};

/// For terminals: aligned columns, lines of at most 118 characters where words allow it.
std::unique_ptr<ReportWriter> text_report(std::ostream& stream);

/// Markdown with the tables of GitHub.
std::unique_ptr<ReportWriter> markdown_report(std::ostream& stream);

/// LaTeX, the part of a document after \begin{document}; without packages.
std::unique_ptr<ReportWriter> latex_report(std::ostream& stream);

using Escape = std::function<std::string(std::string_view)>;

/// The escaped cells of a table below one row of headings, that of several joined: "model: time
/// lead gain". All rows have the same number of cells. `emphasise` is for escaped texts.
TextRows escaped_rows(const TextRows& rows, std::size_t headings, const Escape& escape,
                      const std::vector<TableCell>& strong, const Escape& emphasise);

/// A text in one line that a terminal cannot interpret. Runs of spaces, which align columns
/// elsewhere, become one.
std::string in_one_line(std::string_view raw);

}  // namespace sparlab::report
