#pragma once

#include <cstdint>
#include <vector>

#include "experiments/inputs/random.hpp"

namespace sparlab::experiments::inputs {

/// `count` distinct numbers of [0, universe) in increasing order; every set is equally likely.
/// Contract: count <= universe. O(count) time and memory.
std::vector<std::uint64_t> random_subset(std::uint64_t universe, std::uint64_t count,
                                         Random& random);

}  // namespace sparlab::experiments::inputs
