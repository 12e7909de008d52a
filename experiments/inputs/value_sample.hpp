#pragma once

#include <cstdint>

#include "experiments/inputs/input.hpp"
#include "model/value_sample.hpp"

namespace sparlab::experiments::inputs {

/// The values of the first `ranks` ranks at pseudo-random indices, the same for all ranks: some
/// 2^18 entries in all, or every one if there are no more.
model::ValueSample sample_values(const Input& input, std::uint64_t ranks);

}  // namespace sparlab::experiments::inputs
