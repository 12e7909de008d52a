#pragma once

#include <optional>
#include <string>

#include "analysis/reproduction/reproduction.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// Our curves of a published figure, with the published points and ranges on them. Circles mark the
/// places of claims; a list says what is published there, our value, and whether the claim holds.
/// Empty unless the row has a figure whose points were wanted, and a curve has two values.
std::optional<Chart> published_figure(const analysis::ReproducedRow& row, const std::string& name);

}  // namespace sparlab::report
