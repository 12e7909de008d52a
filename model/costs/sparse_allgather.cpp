#include <vector>

#include "model/costs/allgather_cost.hpp"
#include "model/costs/allreduce_costs.hpp"

namespace sparlab::model {

Cost sparse_allgather(const Problem& problem) {
  const StreamRules rules(problem);
  Cost cost;
  if (problem.fill_in->symmetry() == Symmetry::none) {
    std::vector<Packing> blocks;
    for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) {
      blocks.push_back(rules.packing(rules.input(rank, problem.whole()), problem.whole()));
    }
    add_allgather(cost, blocks);
  } else {
    const Held input = rules.input(0, problem.whole());
    add_even_allgather(cost, problem.ranks, rules.packing(input, problem.whole()));
  }
  Stage reduce{.name = "reduce", .messages = 0, .bytes_per_message = 0, .work = {}};
  cost.dense_result = rules.merge_all_inputs(problem.whole(), false, reduce.work).dense;
  cost.critical_path.push_back(reduce);
  return cost;
}

}  // namespace sparlab::model
