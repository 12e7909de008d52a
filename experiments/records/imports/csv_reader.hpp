#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inputs/files/data_file.hpp"

namespace sparlab::experiments::records {

/// A column of a table that a format reads.
struct CsvColumn {
  std::string_view name;
  bool required = true;
};

/// Reads a table of comma-separated values line by line: a heading with names of columns, then one
/// line for each row. A cell may stand in double quotes, with "" for a quote in it; it ends on its
/// line. Lines end in \n or \r\n; empty lines are allowed.
///
/// All errors are DataError with the line and, where there is one, the column.
class CsvReader {
 public:
  static constexpr std::size_t kMostLineBytes = 4096;
  static constexpr std::uint64_t kMostLines = 1'000'000;
  static constexpr std::size_t kMostTextBytes = 100;
  /// Reads the heading, which must have all required columns and no other ones than these. `file`
  /// and the names must outlive this object.
  CsvReader(inputs::DataFile& file, std::span<const CsvColumn> columns);

  /// Reads the next row; false at the end of the file.
  bool next();

  /// The number of the row's line, counted from 1.
  std::uint64_t line() const { return line_; }
  /// True if the table has the column and the cell is not empty.
  bool has(std::string_view column) const { return !cell(column).empty(); }
  /// Printable ASCII, 1 to `most` characters.
  std::string text(std::string_view column, std::size_t most = kMostTextBytes) const;
  /// A whole number from `least` to `most`.
  std::uint64_t count(std::string_view column, std::uint64_t least, std::uint64_t most) const;
  /// A finite number from `least` to `most`.
  double number(std::string_view column, double least, double most) const;
  /// The same, or nullopt if there is no such cell.
  std::optional<double> number_if_any(std::string_view column, double least, double most) const;

  /// Refuses a cell of the row, or, without a column, the row.
  [[noreturn]] void refuse(std::string_view column, const std::string& value,
                           const std::string& accepted) const;

 private:
  /// Reads a line into text_; false at the end.
  bool read_line();
  void split();
  bool refill();
  void read_heading(std::span<const CsvColumn> columns);
  std::string_view cell(std::string_view column) const;

  inputs::DataFile& file_;
  std::vector<std::byte> buffer_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t line_ = 0;
  std::string text_;
  std::vector<std::string> cells_;
  std::vector<std::string> heading_;
};

}  // namespace sparlab::experiments::records
