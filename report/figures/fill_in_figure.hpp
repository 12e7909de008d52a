#pragma once

#include <string>
#include <vector>

#include "analysis/results/sweep_views.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// Density of the result against P, with a colour for each input density and a line style for each
/// engine. One figure for each N that has three or more values of P. `name` is the stem of the file
/// name; N is appended if there are several.
std::vector<Figure> fill_in_figures(const analysis::SweepView& sweep, const std::string& name);

}  // namespace sparlab::report
