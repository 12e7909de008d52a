#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/figures/axis_ticks.hpp"
#include "report/figures/figure_data.hpp"

namespace sparlab::report {

/// The data of a figure whose panels consist of rectangles: bars, or the cells of a map. The
/// template `boxes` draws it.
class BoxesData {
 public:
  /// One axis, the same for all panels.
  struct Scale {
    std::string label;
    bool logarithmic = true;
    double from = 1, to = 10;
    std::vector<Tick> ticks;
  };
  struct Panel {
    std::string title;
    Rows boxes;   ///< x from, x to, y from, y to, colour
    Rows lines;   ///< x, y, x distance, y distance
    Rows points;  ///< x, y, symbol, colour
    Rows labels;  ///< x, y, text
  };

  void set_texts(std::string_view title, std::string_view subtitle, std::string_view note);
  /// What one row of the legend shows: "box", "point", "line", or "heading".
  void add_legend(std::string_view sample, std::string_view colour, int symbol,
                  std::string_view text);

  Scale x, y;                ///< of x, ticks whose labels would overlap are omitted
  double panel_width = 300;  ///< of the drawing area, in pixels of the SVG picture
  double panel_height = 320;
  double left_margin = 90;
  std::vector<Panel> panels;

  /// The content of NAME.dat.
  std::string text() const;

 private:
  Rows settings_;
  Rows legend_;
  std::size_t longest_legend_ = 0;  ///< bytes of its longest text
};

}  // namespace sparlab::report
