#pragma once

#include <cstdint>

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// The participants of a reduction by sharded servers (algos/steps/shards.hpp).
struct ShardedReduction {
  std::uint64_t shards = 1;
  std::uint64_t ranks_per_machine = 1;  ///< they reduce their inputs before the push
  bool dense = false;                   ///< inputs are dense
};

/// Adds an allreduce over sharded servers: ranks of a machine aggregate, machines push, servers
/// reduce, machines pull and distribute the result. Messages and bytes are exact; the busiest ports
/// determine each stage.
void add_sharded_reduction(Cost& cost, const Problem& problem, const ShardedReduction& reduction);

}  // namespace sparlab::model
