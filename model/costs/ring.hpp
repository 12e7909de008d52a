#pragma once

#include <cstdint>

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Adds a ring allreduce of another dense vector than the problem's, e.g. of a sketch or of flags:
/// `elements` values, at least one.
void add_vector_ring(Cost& cost, const Problem& problem, std::uint64_t elements);

}  // namespace sparlab::model
