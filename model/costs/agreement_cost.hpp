#pragma once

#include <cstdint>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// Adds the cost of all ranks agreeing on `numbers` numbers (algos/steps/agree.hpp): every rank
/// sends ceil(log2 P) messages of 8 bytes per number.
void add_agreement(Cost& cost, std::uint64_t ranks, std::uint64_t numbers = 1);

/// Adds the cost of an allgather of one number per rank (algos/steps/agree.hpp): every rank
/// sends ceil(log2 P) messages and P-1 numbers of 8 bytes.
void add_count_gather(Cost& cost, std::uint64_t ranks);

}  // namespace sparlab::model
