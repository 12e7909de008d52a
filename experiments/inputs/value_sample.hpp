#pragma once

#include <cstdint>

#include "experiments/inputs/input.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::experiments::inputs {

/// The values of the first `ranks` ranks at pseudorandom indices, which are the same for all ranks:
/// about 2^18 entries in total, or all of them if there are fewer.
model::ValueSample sample_values(const Input& input, std::uint64_t ranks);

}  // namespace sparlab::experiments::inputs
