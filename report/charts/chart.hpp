#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/charts/axis_ticks.hpp"

namespace sparlab::report {

/// A number or a text of a chart's data.
struct Cell {
  // NOLINTBEGIN(google-explicit-constructor): rows are lists of values
  Cell(double value) : number(value) {}
  Cell(int value) : number(value) {}
  Cell(std::string value) : text(std::move(value)), is_text(true) {}
  Cell(std::string_view value) : Cell(std::string(value)) {}
  Cell(const char* value) : Cell(std::string(value)) {}
  // NOLINTEND(google-explicit-constructor)

  double number = 0;  ///< NaN: unknown, not drawn
  std::string text;
  bool is_text = false;
};

using Rows = std::vector<std::vector<Cell>>;

/// Rows with named columns, which marks draw.
struct Series {
  /// The entries of the legend to which it belongs: "oktopk", "loggp".
  std::vector<std::string> keys;
  std::vector<std::string> columns;
  Rows rows;
};

/// How a mark or a sample of the legend looks. Lengths are pixels of a page at its natural size.
struct Style {
  std::string colour = "0x000000";  ///< "0xRRGGBB"
  double opacity = 1;
  double width = 1;               ///< of lines
  std::vector<double> dash = {};  ///< drawn, not drawn; empty: solid
  int symbol = 7;                 ///< gnuplot's `pt`
  double size = 1;                ///< of symbols, gnuplot's `ps`
};

enum class MarkKind : std::uint8_t { line, area, points, boxes, segments, labels };

/// How the texts of a mark look.
struct Lettering {
  double size = 9;
  bool bold = false;
  bool boxed = false;  ///< on a white ground
  bool left = false;   ///< begins at its place instead of being centred on it
  double below = 0;    ///< pixels below its place
};

/// Draws a series. Columns are numbered from 1, and 0 stands for none.
struct Mark {
  MarkKind kind = MarkKind::line;
  std::size_t series = 0;  ///< of the panel
  Style style = {};
  /// line, points, labels: x, y. area: x, low, high. boxes, segments: x from, x to, y from, y to.
  std::array<int, 4> places = {1, 2, 3, 4};
  int colour = 0;         ///< "0xRRGGBB" of each row
  int symbol = 0;         ///< of each row
  int text = 0;           ///< of labels
  std::size_t every = 1;  ///< one row of so many is drawn
  Lettering lettering = {};
};

/// Across the whole panel and behind all marks: a rule if both ends are equal, otherwise a band.
struct Guide {
  bool vertical = false;
  double from = 0, to = 0;
  Style style = {};
};

/// One axis of the panels.
struct ChartAxis {
  std::string label;
  bool logarithmic = true;
  double from = 1, to = 10;
  std::vector<Tick> ticks;
  bool grid = true;
};

/// A part of a page, in pixels from its upper left corner.
struct Area {
  double left = 0, top = 0, width = 0, height = 0;
};

struct ChartPanel {
  std::string title;
  std::string subtitle;
  std::vector<Series> series = {};
  std::vector<Guide> guides = {};
  std::vector<Mark> marks = {};  ///< the first at the bottom
  Area area = {};
  std::optional<ChartAxis> y = {};  ///< its own instead of that of the chart
  bool labels_x = true;             ///< false if a panel below it does

  /// Adds a series and returns its number.
  std::size_t add(Series one) {
    series.push_back(std::move(one));
    return series.size() - 1;
  }
  /// Adds a series and the mark that draws it, if it has rows.
  void draw(Series one, Mark mark) {
    if (one.rows.empty()) return;
    mark.series = add(std::move(one));
    marks.push_back(std::move(mark));
  }
  /// Segments in black on white, which are visible on every colour.
  void draw_outlined(Series one) {
    if (one.rows.empty()) return;
    const std::size_t added = add(std::move(one));
    marks.push_back({MarkKind::segments, added, {.colour = "0xFFFFFF", .width = 3}});
    marks.push_back({MarkKind::segments, added, {.width = 1.4}});
  }
};

enum class Sample : std::uint8_t { none, heading, line, line_and_symbol, symbol, box };

/// A line of the legend. Its text is the key of the series that it names.
struct LegendEntry {
  Sample sample = Sample::none;
  std::string text;
  Style style = {};
  std::string key = {};  ///< of the series, if it is not the text
};

/// A text of a page: the middle of its line, and its size.
struct TextPlace {
  double x = 0, y = 0, size = 10;
  bool left = false;  ///< begins there instead of being centred
};

/// Where the parts of a page are, in pixels.
struct PageLayout {
  double width = 900, height = 520;
  TextPlace title = {450, 20, 12}, subtitle = {450, 42, 10};
  double legend_x = 0, legend_y = 0;
  bool repeats_axes = false;  ///< every panel has labels at its axes, not the first one only
  bool ticks_outside = false;
  bool has_axes = true;  ///< false: a drawing in pixels from the upper left corner
};

/// A numbered statement in the list below the legend.
struct ListEntry {
  std::string text, place;
};

/// A figure, without anything of the program that draws it: axes, panels with marks, legend and
/// texts. report/gnuplot draws it as files, report/page as a part of a page.
struct Chart {
  std::string name;              ///< of files, without extension
  std::string command = "plot";  ///< of sparlab that draws it
  std::string title, subtitle;
  std::vector<std::string> notes;  ///< at the bottom
  ChartAxis x, y;
  std::vector<ChartPanel> panels;
  std::vector<LegendEntry> legend;
  std::string list_heading;
  std::vector<ListEntry> list;
  PageLayout layout;
};

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Of longer texts, a chart shows the ends.
inline constexpr std::size_t kMostTextBytes = 160;

}  // namespace sparlab::report
