#pragma once

#include "experiments/execution/workload.hpp"
#include "experiments/records/record.hpp"
#include "model/cost.hpp"

namespace sparlab::experiments {

/// Puts every lower bound that applies to the record's time into its terms, as bound_NAME_s
/// (model::BoundKind), and the largest that is safe as bound_s; a time below bound_s is a fault.
/// K is the expected union. The bounds are those of exact allreduces: an approximate one gets none.
void add_bound_terms(Record& record, const Workload& workload, const model::Machine& machine);

}  // namespace sparlab::experiments
