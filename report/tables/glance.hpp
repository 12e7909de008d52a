#pragma once

#include <span>

#include "analysis/results/sweep_views.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {

/// The answer of a run in a few lines. For each panel: the fastest exact algorithms by the engine
/// that is nearest to a measurement (or approximate ones, if no other ran), the gain of sparse over
/// dense ones, where dense ones are faster, and how often engines agree on the winner. A sweep of
/// more than three panels has one table instead. Failed points are always named.
void write_glance(ReportWriter& report, std::span<const analysis::SweepView> sweeps);

}  // namespace sparlab::report
