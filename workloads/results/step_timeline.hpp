#pragma once

#include <string>

#include "workloads/results/step_rows.hpp"

namespace sparlab::workloads {

/// The last step of the rank that ended last, in the JSON form of Chrome traces, which Perfetto and
/// chrome://tracing open: what the rank computes, and its exchanges below. Times are in us from the
/// begin of the step.
std::string chrome_trace(const Workload& workload, const StepAnswer& answer);

}  // namespace sparlab::workloads
