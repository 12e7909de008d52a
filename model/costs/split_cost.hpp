#pragma once

#include <vector>

#include "model/base/cost.hpp"
#include "model/costs/allgather_cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Adds SparCML's split phase (algos/steps/shards.hpp): every rank copies its coo input into
/// P parts and sends P-1 of them, each to its owner.
void add_split(Cost& cost, const Problem& problem);

enum class Unpacking : bool { at_once, later };

/// The same stage for any P parts; rank r owns the r-th. Adds what all ranks send to the totals of
/// `cost`, but does not add the stage. With Unpacking::later its work excludes unpacking.
Stage split_stage(Cost& cost, const Problem& problem, const std::vector<RepresentativePart>& parts,
                  Unpacking unpacking);

/// Bytes that the rank with the largest coo input copies when it splits it.
double split_copy_bytes(const Problem& problem);

/// Adds SparCML's split phase and the reduction of every part by its owner, into a dense block if
/// `dense_parts`. Returns the parts.
std::vector<ReducedPart> add_split_reduce(Cost& cost, const Problem& problem, bool dense_parts);

}  // namespace sparlab::model
