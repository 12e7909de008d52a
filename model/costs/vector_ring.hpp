#pragma once

#include <cstdint>

#include "model/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Adds a ring allreduce of a dense vector that is not the problem's own: `elements` values, at
/// least one, of a sketch or of flags.
void add_vector_ring(Cost& cost, const Problem& problem, std::uint64_t elements);

}  // namespace sparlab::model
