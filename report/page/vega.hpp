#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/charts/chart.hpp"

namespace sparlab::report {

/// A specification for Vega that draws a chart as gnuplot does, larger. A click on a name in the
/// legend pales all series without it; points and boxes have tooltips. Text of the chart is data:
/// none is part of an expression.
nlohmann::json vega_spec(const Chart& chart);

/// A number with six digits, which are more than a page shows and keep it small; null if it is not
/// finite.
nlohmann::json short_number(double value);

}  // namespace sparlab::report
