#pragma once

#include "model/cost.hpp"
#include "model/costs/problem.hpp"

/// The steps of algos/steps/broadcast.hpp: what rank 0 holds of the whole range for all ranks.
namespace sparlab::model {

void add_binomial_broadcast(Cost& cost, const Problem& problem, const Held& held);

/// The parts' shares of the entries are those of the inputs' union.
void add_broadcast_in_parts(Cost& cost, const Problem& problem, const Held& held);

}  // namespace sparlab::model
