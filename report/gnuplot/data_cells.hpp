#pragma once

#include <string>
#include <string_view>

#include "report/charts/chart.hpp"

namespace sparlab::report {

/// Encodes a text as a cell of a data file, so that gnuplot shows it literally: no markup, no
/// control characters, its ends if it has more than kMostTextBytes. The exponent of "2^24" is
/// raised.
std::string figure_text(std::string_view text);

/// The same for a text at an axis, which gnuplot takes for the format of a number.
std::string tick_text(std::string_view text);

/// A number ("NaN" if it is not finite), or figure_text of a text.
std::string cell_text(const Cell& cell);

/// A block of a data file, which scripts select by its name. Two empty lines separate blocks.
std::string data_block(std::string_view name, std::string_view remarks, const Rows& rows);

}  // namespace sparlab::report
