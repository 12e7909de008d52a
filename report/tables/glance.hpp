#pragma once

#include <span>

#include "analysis/results/sweep_views.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {

/// The answer of a run in a few lines: for each panel the fastest exact algorithms by the engine
/// that is nearest to a measurement, the gain over the best dense one, where dense is faster, and
/// how often engines agree on the winner. A sweep of many panels has one table instead. Failed
/// points are always named.
void write_glance(ReportWriter& report, std::span<const analysis::SweepView> sweeps);

}  // namespace sparlab::report
