#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"

/// The steps of algos/steps/trees.hpp: rank 0 sends to all ranks what it holds of the whole
/// range.
namespace sparlab::model {

void add_binomial_broadcast(Cost& cost, const Problem& problem, const Held& held);

/// The entries are distributed over the parts as in the union of the inputs.
void add_broadcast_in_parts(Cost& cost, const Problem& problem, const Held& held);

}  // namespace sparlab::model
