#pragma once

#include <string>
#include <string_view>

namespace sparlab::experiments {

/// Encodes a text as a cell of a figure's data file, so that gnuplot shows it literally: no markup,
/// no control characters, at most 160 characters. The exponent of "2^24" is raised.
std::string figure_text(std::string_view text);

}  // namespace sparlab::experiments
