#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "analysis/results/approximate_choice.hpp"
#include "analysis/results/sweep_views.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {

/// What the tables of a report show.
struct SummaryOptions {
  /// Approximate algorithms are recommended up to this error_l2.
  double most_error = analysis::kMostError;
  /// The number of algorithms at each point. By default the three fastest, and none where the
  /// tables would be long.
  std::optional<std::size_t> top = {};
};

/// What is left out of the tables of a sweep, and why.
void write_notes(ReportWriter& report, const analysis::SweepView& sweep);

/// Writes first what wins where and what is missing. Then, for each panel, its winners, crossovers,
/// agreement of the engines and the algorithms at each point. The legend comes last. In text it is
/// about 120 columns wide.
void write_summary(ReportWriter& report, std::span<const analysis::SweepView> sweeps,
                   const SummaryOptions& options = {});

}  // namespace sparlab::report
