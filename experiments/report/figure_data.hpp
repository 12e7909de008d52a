#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// A number ("NaN" if it is not finite), or a text that gnuplot shows literally (figure_text).
class Cell {
 public:
  // NOLINTBEGIN(google-explicit-constructor): rows are lists of values
  Cell(double number);
  Cell(int number) : Cell(static_cast<double>(number)) {}
  Cell(std::string_view text);
  Cell(const std::string& text) : Cell(std::string_view(text)) {}
  Cell(const char* text) : Cell(std::string_view(text)) {}
  // NOLINTEND(google-explicit-constructor)

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

using Rows = std::vector<std::vector<Cell>>;

/// The data file of a figure, in the form that the templates read (templates/tables.gp): named
/// settings, tables whose lengths are settings, and blocks of points. All text from records and
/// users reaches gnuplot in this file and nowhere else.
class FigureData {
 public:
  void set(std::string_view name, const Cell& value);

  /// Contract: a table that the templates know. A table that is never added is empty.
  void add_table(std::string_view name, std::string_view columns, const Rows& rows);

  /// `what` is a comment in the file.
  void add_points(std::string_view name, std::string_view what, std::string_view columns,
                  const Rows& rows);

  /// The content of NAME.dat.
  std::string text() const;

 private:
  struct Length {
    std::string table;
    std::size_t rows = 0;
  };
  Rows settings_;
  std::vector<Length> lengths_;
  std::string blocks_;
};

}  // namespace sparlab::experiments
