#pragma once

#include <cstdint>

#include "model/cost.hpp"
#include "model/costs/problem.hpp"

/// The first part of sparlab_auto (algos/systems/sparlab_auto/early_exchange.hpp).
namespace sparlab::model {

/// Adds the exchange of summaries among ranks none of which sends data: ceil(log2 P) messages.
void add_summary_exchange(Cost& cost, std::uint64_t ranks);

/// The whole allreduce if all ranks start with data: everybody gathers all inputs and reduces them.
Cost early_gather(const Problem& problem);

/// sparlab_auto for any inputs.
Cost sparlab_auto(const Problem& problem);

}  // namespace sparlab::model
