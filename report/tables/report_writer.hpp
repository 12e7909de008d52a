#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::report {

using TextRows = std::vector<std::vector<std::string>>;

/// Where the tables of a report go. Text is data: each writer makes it printable and escapes it.
class ReportWriter {
 public:
  virtual ~ReportWriter() = default;

  virtual void section(std::string_view title) = 0;
  virtual void subsection(std::string_view title) = 0;
  virtual void paragraph(std::string_view text) = 0;
  virtual void item(std::string_view text) = 0;
  /// The first `headings` rows are the heading; nothing is written for a table without rows.
  virtual void table(const TextRows& rows, std::size_t headings) = 0;
};

/// For terminals: aligned columns, lines of at most 118 characters where words allow it.
class TextReport : public ReportWriter {
 public:
  explicit TextReport(std::ostream& stream) : stream_(stream) {}
  void section(std::string_view title) override;
  void subsection(std::string_view title) override;
  void paragraph(std::string_view text) override;
  void item(std::string_view text) override;
  void table(const TextRows& rows, std::size_t headings) override;

 private:
  enum class Last { heading, table, text };
  void write_text(std::string_view text, std::size_t indent);
  std::ostream& stream_;
  Last last_ = Last::heading;
};

/// Markdown with the tables of GitHub.
class MarkdownReport : public ReportWriter {
 public:
  explicit MarkdownReport(std::ostream& stream) : stream_(stream) {}
  void section(std::string_view title) override;
  void subsection(std::string_view title) override;
  void paragraph(std::string_view text) override;
  void item(std::string_view text) override;
  void table(const TextRows& rows, std::size_t headings) override;

 private:
  void begin_block();
  std::ostream& stream_;
  bool in_list_ = false;
  bool empty_ = true;
};

}  // namespace sparlab::report
