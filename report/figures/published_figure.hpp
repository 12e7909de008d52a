#pragma once

#include <string>

#include "report/figures/gnuplot.hpp"
#include "analysis/reproduction/reproduction.hpp"

namespace sparlab::experiments {

/// True if the row has a figure whose points were wanted, and a curve has two values.
bool can_draw_published(const ReproducedRow& row);

/// Our curves of a published figure, with the published points and ranges on them. Circles mark the
/// places of claims; a list says what is published there, our value, and whether the claim holds.
/// Contract: can_draw_published(row).
Figure published_figure(const ReproducedRow& row, const std::string& name);

}  // namespace sparlab::experiments
