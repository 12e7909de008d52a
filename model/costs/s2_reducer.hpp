#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/s2_reducer.hpp"

/// Costs of S2 Reducer and of the stand-in for OmniReduce that its code measured, for coo inputs.
namespace sparlab::model {

Cost s2_reducer(const Problem& problem, const S2ReducerParameters& parameters);
Cost s2_omnireduce_standin(const Problem& problem, const S2OmnireduceStandinParameters& parameters);

/// Adds the step that unites all ranks' live blocks (algos/steps/united_blocks.hpp).
void add_united_blocks(Cost& cost, const Problem& problem, std::uint64_t block, BlockFlags flags);

}  // namespace sparlab::model
