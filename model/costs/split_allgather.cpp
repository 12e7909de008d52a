#include "model/costs/allreduce_costs.hpp"
#include "model/costs/split_reduce_cost.hpp"

namespace sparlab::model {
namespace {

Cost split_allgather(const Problem& problem, bool dense_parts) {
  Cost cost;
  const auto parts = add_split_reduce(cost, problem, dense_parts);
  add_parts_allgather(cost, problem, parts);
  return cost;
}

}  // namespace

Cost ssar_split_allgather(const Problem& problem) { return split_allgather(problem, false); }

Cost dsar_split_allgather(const Problem& problem) { return split_allgather(problem, true); }

}  // namespace sparlab::model
