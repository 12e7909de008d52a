#pragma once

#include <string>
#include <vector>

#include "analysis/results/winner_map.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// Who wins over density and P or N: a map for each engine, side by side. A cell has the colour and
/// symbol of the winner, the darker the greater its gain over the best dense algorithm. Lines join
/// places where the best sparse algorithm is 1, 2, 5 and 10 times as fast as the best dense one.
/// One figure for each value of the third coordinate. `name` is the stem of the file names.
std::vector<Figure> map_figures(const analysis::SweepView& sweep, const std::string& name);

}  // namespace sparlab::report
