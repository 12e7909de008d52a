#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// A number ("NaN" if it is not finite), or a text that gnuplot shows as it is (figure_text).
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

/// The data file of a figure, as the templates read it (templates/tables.gp): settings by name,
/// tables whose length is one of the settings, and blocks of points. Everything that a record or a
/// user has a say in reaches gnuplot this way.
class FigureData {
 public:
  void set(std::string_view name, const Cell& value);

  /// Contract: one of the tables that the templates know; a table that is never added is empty.
  void add_table(std::string_view name, std::string_view columns, const Rows& rows);

  /// `what` is a remark for people.
  void add_points(std::string_view name, std::string_view what, std::string_view columns,
                  const Rows& rows);

  /// NAME.dat.
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
