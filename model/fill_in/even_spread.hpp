#pragma once

#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Indices spread evenly over the universe, `density` of them held: a window of w indices holds the
/// integer below or above w * density. Expected runs of `range`, cut at its ends: up to density 1/2
/// held indices are isolated, above it free indices are.
double even_runs(double density, Range range);

/// Expected live blocks of `range`: see FillIn::live_blocks.
double even_live_blocks(double density, Range range, std::uint64_t block);

}  // namespace sparlab::model
