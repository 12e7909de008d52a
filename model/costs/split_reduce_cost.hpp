#pragma once

#include <vector>

#include "model/costs/parts_gather_cost.hpp"

namespace sparlab::model {

/// Adds SparCML's split phase and the reduction of every part by its owner, into a dense block if
/// `dense_parts`. Returns the parts.
std::vector<ReducedPart> add_split_reduce(Cost& cost, const Problem& problem, bool dense_parts);

}  // namespace sparlab::model
