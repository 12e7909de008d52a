#pragma once

#include <cstdint>
#include <vector>

#include "model/cost.hpp"
#include "model/wire_format.hpp"

namespace sparlab::model {

/// Adds an allgather of one stream from each of blocks.size() ranks: recursive doubling for powers
/// of two, else Bruck's algorithm. In every round a rank packs all streams that it sends, and
/// unpacks as many.
void add_allgather(Cost& cost, const std::vector<Packing>& blocks);

/// The same for blocks of the given bytes that need no conversion.
void add_allgather(Cost& cost, const std::vector<double>& block_bytes);

/// An allgather of parts of so many bytes that lie where they belong
/// (algos/steps/placed_parts.hpp): what is received is copied there, what is sent only if it goes
/// around the end of the ranks.
void add_allgather_in_place(Cost& cost, const std::vector<double>& part_bytes);

/// The same for `ranks` equal blocks, without a list of them.
void add_even_allgather(Cost& cost, std::uint64_t ranks, const Packing& block);
void add_even_allgather(Cost& cost, std::uint64_t ranks, double block_bytes);

}  // namespace sparlab::model
