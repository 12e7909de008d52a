#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// What the slowest rank did in a step and when: a row for its computation and one for each stream
/// of exchanges, a panel for each record with a timeline that has the most ranks, at most
/// kMostTimelines. All panels are of one sweep, platform and density. Empty if there is none.
std::vector<Chart> step_timelines(std::span<const experiments::Record> records);
inline constexpr std::size_t kMostTimelines = 4;

/// The same in the JSON form of Chrome traces, which Perfetto and chrome://tracing open. Times are
/// in us from the begin of the step.
std::string chrome_trace(const experiments::Record& record);

}  // namespace sparlab::report
