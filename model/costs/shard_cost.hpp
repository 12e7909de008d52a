#pragma once

#include <cstdint>

#include "model/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Who meets at sharded servers (algos/steps/shards.hpp).
struct ShardedReduction {
  std::uint64_t shards = 1;
  std::uint64_t ranks_per_machine = 1;  ///< they add up before they push
  bool dense = false;                   ///< inputs are dense
};

/// Adds an allreduce over sharded servers: machines add up, push, reduce and pull, and hand on the
/// result. Exact messages and bytes; each stage takes what its busiest ports move.
void add_sharded_reduction(Cost& cost, const Problem& problem, const ShardedReduction& reduction);

}  // namespace sparlab::model
