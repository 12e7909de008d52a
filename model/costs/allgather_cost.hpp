#pragma once

#include <cstdint>
#include <vector>

#include "model/base/cost.hpp"
#include "model/base/wire_format.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Adds an allgather of one stream from each of blocks.size() ranks: recursive doubling if their
/// number is a power of two, otherwise Bruck's algorithm. In every round a rank packs all streams
/// that it sends, and unpacks as many.
void add_allgather(Cost& cost, const std::vector<Packing>& blocks);

/// The same for blocks of the given sizes that need no conversion.
void add_allgather(Cost& cost, const std::vector<double>& block_bytes);

/// An allgather in place, of parts of the given sizes (algos/steps/placed_parts.hpp). Parts are
/// received in their place, and sent from there. They are copied only if a message wraps around
/// the last rank.
void add_allgather_in_place(Cost& cost, const std::vector<double>& part_bytes);

/// The same for `ranks` equal blocks, without a list of them.
void add_even_allgather(Cost& cost, std::uint64_t ranks, const Packing& block);
void add_even_allgather(Cost& cost, std::uint64_t ranks, double block_bytes);

/// A part of a result, which one rank has reduced.
struct ReducedPart {
  RepresentativePart at;
  Held held;
};

/// Adds an allgather of the parts (algos/steps/allgather.hpp) and their concatenation.
void add_parts_allgather(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts);

/// Adds a ring allgather of P-1 steps (algos/steps/ring.hpp) and the concatenation.
void add_parts_ring(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts);

}  // namespace sparlab::model
