#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results/panel.hpp"
#include "experiments/spec/points/point.hpp"

namespace sparlab::report {

/// Of longer texts, a figure shows the ends.
inline constexpr std::size_t kMostTextBytes = 160;

/// Encodes a text as a cell of a figure's data file, so that gnuplot shows it literally: no markup,
/// no control characters, its ends if it has more than kMostTextBytes. The exponent of "2^24" is
/// raised.
std::string figure_text(std::string_view text);

/// The name by which templates know an engine's pen: "band", "dashes", "dots" or "symbols".
std::string_view pen_name(experiments::Engine engine);

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

  /// A text at an axis, which gnuplot takes for the format of a number.
  static Cell at_axis(std::string_view text);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

using Row = std::vector<Cell>;
using Rows = std::vector<Row>;

/// The blocks of a data file, which templates select by their names.
class DataBlocks {
 public:
  /// Contract: at least one row.
  void add(std::string_view name, std::string_view remarks, const Rows& rows);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// One curve: the values of an engine for an algorithm or a number of entries.
struct Curve {
  struct Place {
    double x = 0;
    double y = 0;
    double low, high;  ///< of the interval of a measurement; NaN if there is none
  };
  experiments::Engine engine = experiments::Engine::model;
  std::string what;                ///< a comment in the file, such as the algorithm's name
  std::string colour = "0x0";      ///< "0xRRGGBB"
  int symbol = 1;                  ///< gnuplot's `pt`, filled
  bool marked = false;             ///< a line with symbols on it
  double shift = 0;                ///< of measurements along the axis, as a share of its length
  std::vector<Place> places = {};  ///< by increasing x
};

/// The data file of a figure, in the form that the templates read (templates/tables.gp): named
/// settings, tables whose lengths are settings, and the points of each curve. Scales, labels, pens
/// and the legend are the templates' business. All text from records and users reaches gnuplot in
/// this file and nowhere else.
class FigureData {
 public:
  /// Kinds are those of templates/frame.gp: "times", "speed-up", "traffic", "fill-in", "regret",
  /// "published".
  FigureData(std::string_view kind, analysis::Axis axis);

  void set(std::string_view name, const Cell& value);

  /// Contract: a table that the templates know, without points. A table that is never added is
  /// empty.
  void add_table(std::string_view name, std::string_view columns, const Rows& rows);

  /// Makes both axes reach a place that is on no curve; a NaN is no place. Call it before
  /// add_curves.
  void include(double x, double y);

  /// What the vertical axis of kind "published" shows: its unit is "s", "B", "B/s", or nullptr for
  /// numbers. Call it before add_curves.
  void set_y_axis(std::string_view label, const char* unit);

  /// All curves, and what follows from them: engines, positions, and the range of values. A curve
  /// without places is skipped. `measured` is the legend's text for measurements.
  void add_curves(std::span<const Curve> curves, std::string_view y_name,
                  std::string_view measured = "mpi");

  /// The content of NAME.dat.
  std::string text() const;

 private:
  struct Length {
    std::string table;
    std::size_t rows = 0;
  };
  void add_ticks(const std::vector<double>& of_curves, double least, double greatest);

  std::string kind_;
  analysis::Axis axis_;
  Rows settings_;
  std::vector<Length> lengths_;
  std::string blocks_;
  std::vector<double> included_x_, included_y_;
  const char* y_unit_ = nullptr;
};

}  // namespace sparlab::report
