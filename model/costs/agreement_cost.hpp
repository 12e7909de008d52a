#pragma once

#include <cstdint>

#include "model/cost.hpp"

namespace sparlab::model {

/// Adds the agreement of all ranks on numbers (algos/steps/agree.hpp): ceil(log2 P) messages of 8
/// bytes a number from every rank.
void add_agreement(Cost& cost, std::uint64_t ranks, std::uint64_t numbers = 1);

/// Adds the allgather of one number a rank (algos/steps/gather_counts.hpp): ceil(log2 P) messages
/// and P-1 numbers of 8 bytes from every rank.
void add_count_gather(Cost& cost, std::uint64_t ranks);

}  // namespace sparlab::model
