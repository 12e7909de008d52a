#pragma once

#include <string>

#include "analysis/reproduction/reproduction.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// True if the row has a figure whose points were wanted, and a curve has two values.
bool can_draw_published(const analysis::ReproducedRow& row);

/// Our curves of a published figure, with the published points and ranges on them. Circles mark the
/// places of claims; a list says what is published there, our value, and whether the claim holds.
/// Contract: can_draw_published(row).
Figure published_figure(const analysis::ReproducedRow& row, const std::string& name);

}  // namespace sparlab::report
