#pragma once

#include <string>
#include <string_view>

namespace sparlab::experiments {

/// A text as a cell of a figure's data file, from which gnuplot shows it literally: no markup, no
/// control characters, at most 160 characters; but "2^24" with a raised exponent.
std::string figure_text(std::string_view text);

}  // namespace sparlab::experiments
