#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/charts/chart.hpp"

namespace sparlab::report {

/// A specification for Vega that draws a chart as gnuplot does, larger. A click on a name in the
/// legend pales all series without it; points and boxes have tooltips. Text of the chart is data:
/// none is part of an expression.
nlohmann::json vega_spec(const Chart& chart);

}  // namespace sparlab::report
