#pragma once

#include "analysis/results/sweep_views.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {

/// Two rows of headings, then a row for each exact algorithm that has the first place somewhere in
/// a sweep, alone or tied; the one with the most places first. For each engine it has the number of
/// these points and the range of their positions. The last row has the number of points at which
/// the winner is known. No rows if it is known nowhere.
TextRows wins_rows(const analysis::SweepView& sweep);

}  // namespace sparlab::report
