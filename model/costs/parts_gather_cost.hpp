#pragma once

#include <vector>

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"

/// How all ranks get the parts of a result. Each part has been reduced by one rank.
namespace sparlab::model {

struct ReducedPart {
  RepresentativePart at;
  Held held;
};

/// Adds an allgather of the parts (algos/steps/allgather.hpp) and their concatenation.
void add_parts_allgather(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts);

/// Adds a ring allgather of P-1 steps (algos/steps/ring.hpp) and the concatenation.
void add_parts_ring(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts);

}  // namespace sparlab::model
