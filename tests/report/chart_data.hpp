#pragma once

#include <optional>
#include <string>

#include "report/gnuplot/script.hpp"

namespace sparlab::tests {

/// The data file of a figure. Contract: there is one.
inline std::string data_of(const std::optional<report::Chart>& chart) {
  report::Chart named = chart.value();
  if (named.name.empty()) named.name = "f";
  return report::gnuplot_files(named).data;
}

}  // namespace sparlab::tests
