#pragma once

#include "experiments/execution/workload.hpp"
#include "experiments/points/record.hpp"
#include "model/base/cost.hpp"

namespace sparlab::experiments {

/// Adds to the record's terms every lower bound that applies to its time, as bound_NAME_s
/// (model::BoundKind), and the largest safe one as bound_s: a time below bound_s is an error. K is
/// the expected union. The bounds hold for exact allreduces, so approximate ones get none.
void add_bound_terms(Record& record, const Workload& workload, const model::Machine& machine);

}  // namespace sparlab::experiments
