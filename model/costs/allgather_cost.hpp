#pragma once

#include <vector>

#include "model/cost.hpp"

namespace sparlab::model {

/// Adds an allgather of one stream from each of blocks.size() ranks, of the given bytes: recursive
/// doubling for powers of two, else Bruck's algorithm.
void add_allgather(Cost& cost, const std::vector<double>& block_bytes);

/// The same for `ranks` equal blocks, without a list of them.
void add_even_allgather(Cost& cost, std::uint64_t ranks, double block_bytes);

}  // namespace sparlab::model
