#pragma once

#include "report/charts/chart.hpp"

namespace sparlab::report {

/// One panel, with a lower one below it if there is a second, a legend at the right, and the list
/// below that.
void lay_out_frame(Chart& chart);

/// Panels beside each other with one scale, and the legend at the right. `left` is the space for
/// the labels of the vertical axis. Of the ticks of x, those whose labels would overlap are
/// omitted.
void lay_out_row(Chart& chart, double left, double panel_width, double panel_height);

/// A named row of a vertical axis: its lines of text.
using RowLabel = std::vector<std::string>;

/// A row of panels whose vertical axis has a name for each row, the first at the top. Row i of n
/// is at n - i. `pixels` is the least height of a row.
void lay_out_rows(Chart& chart, const std::vector<RowLabel>& rows, double panel_width,
                  double pixels = 34);

/// Where note `index` at the bottom of a page is.
TextPlace note_place(const Chart& chart, std::size_t index);

/// Where the text of entry `index` of the list is; that of its place is kListLine below.
TextPlace list_place(const Chart& chart, std::size_t index);
inline constexpr double kListLine = 15.08;

/// Square panels in rows of up to three, with the legend in the place after the last one.
void lay_out_grid(Chart& chart);

}  // namespace sparlab::report
