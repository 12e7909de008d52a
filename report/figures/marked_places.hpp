#pragma once

#include <string>
#include <vector>

#include "report/charts/chart.hpp"

namespace sparlab::report {

/// A numbered circle on a chart, and what the list below the legend says of it.
struct MarkedPlace {
  double x = kUnknown, y = kUnknown;  ///< NaN: in the list only
  std::string text, place;
  double low = 0, high = 0;  ///< of x, where it is an interval: a bar
};

/// Numbers places in their order. Intervals are bars below the circles. The list says "1 TEXT" and
/// PLACE.
void mark_places(Chart& chart, std::string heading, const std::vector<MarkedPlace>& places);

/// Where two curves cross, with an interval: a vertical line, and a pale band behind it.
struct MarkedCrossing {
  double at = 0, low = 0, high = 0;
  Style style;
};
void add_crossing(Chart& chart, const MarkedCrossing& crossing);

}  // namespace sparlab::report
