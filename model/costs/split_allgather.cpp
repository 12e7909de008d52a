#include <vector>

#include "model/costs/allgather_cost.hpp"
#include "model/costs/allreduce_costs.hpp"
#include "model/costs/split_reduce_cost.hpp"

namespace sparlab::model {

Cost ssar_split_allgather(const Problem& problem) {
  Cost cost;
  const auto parts = add_split_reduce(cost, problem, false);
  add_parts_allgather(cost, problem, parts);
  return cost;
}

Cost dsar_split_allgather(const Problem& problem) {
  Cost cost;
  std::vector<double> part_bytes;
  for (const ReducedPart& part : add_split_reduce(cost, problem, true)) {
    part_bytes.insert(part_bytes.end(), static_cast<std::size_t>(part.at.multiplicity),
                      static_cast<double>(part.at.range.size()) * problem.wire.value_bytes);
  }
  add_allgather_in_place(cost, part_bytes);
  cost.dense_result = true;
  return cost;
}

}  // namespace sparlab::model
