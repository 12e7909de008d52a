#pragma once

#include "model/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Adds SparCML's split phase (algos/steps/split_reduce.hpp): every rank copies its coo input into
/// P parts and sends P-1 of them, each to its owner.
void add_split(Cost& cost, const Problem& problem);

/// Bytes that the rank with the largest coo input copies when it splits it.
double split_copy_bytes(const Problem& problem);

}  // namespace sparlab::model
