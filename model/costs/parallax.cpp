#include <algorithm>

#include "model/costs/allreduce_costs.hpp"
#include "model/costs/server_costs.hpp"
#include "model/costs/shard_cost.hpp"

namespace sparlab::model {

Cost parallax(const Problem& problem, const ParallaxParameters& parameters) {
  if (parameters.run_option == RunOption::mpi) return sparse_allgather(problem);
  Cost cost;
  add_sharded_reduction(
      cost, problem,
      {.shards = parameters.shard_count(problem.ranks),
       .ranks_per_machine = std::min(parameters.ranks_per_machine, problem.ranks)});
  return cost;
}

}  // namespace sparlab::model
