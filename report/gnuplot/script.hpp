#pragma once

#include <string>
#include <string_view>

#include "report/charts/chart.hpp"

namespace sparlab::report {

/// The two files from which gnuplot draws a chart.
struct GnuplotFiles {
  /// NAME.gp, which draws NAME.dat as PNG, SVG and PDF. It has numbers and words of ours: all text
  /// of the chart is in the data and reaches gnuplot as strings that it does not evaluate.
  std::string script;
  std::string data;  ///< NAME.dat
};

/// Contract: the chart's name has letters, digits, "-", "_" and "." only.
GnuplotFiles gnuplot_files(const Chart& chart);

/// The first line of the script of figure NAME, by which reports recognize their own files.
std::string first_words(std::string_view name);

}  // namespace sparlab::report
