#include "model/costs/densification.hpp"
#include "model/costs/server_costs.hpp"
#include "model/costs/shard_cost.hpp"

namespace sparlab::model {

Cost parameter_server(const Problem& problem, const ParameterServerParameters& parameters) {
  Cost cost;
  const bool dense = parameters.mode == ServerMode::dense;
  if (dense) cost.critical_path.push_back(densification(problem));
  add_sharded_reduction(cost, problem,
                        {.shards = parameters.shards(problem.ranks), .dense = dense});
  return cost;
}

}  // namespace sparlab::model
