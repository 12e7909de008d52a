#pragma once

#include "model/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/s2_reducer.hpp"

/// S2 Reducer and the stand-ins that its code measured; all of coo inputs.
namespace sparlab::model {

Cost s2_reducer(const Problem& problem, const S2ReducerParameters& parameters);
Cost s2_sparcml_standin(const Problem& problem);
Cost s2_parallax_standin(const Problem& problem);
Cost s2_omnireduce_standin(const Problem& problem, const S2OmnireduceStandinParameters& parameters);

/// Adds the union of all ranks' live blocks (algos/steps/united_blocks.hpp).
void add_united_blocks(Cost& cost, const Problem& problem, std::uint64_t block, BlockFlags flags);

}  // namespace sparlab::model
