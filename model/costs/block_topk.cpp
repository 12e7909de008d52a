#include <algorithm>

#include "model/base/block_local.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {

Cost block_topk(const Problem& problem, const BlockTopkParameters& parameters) {
  Cost cost;
  const std::uint64_t k = add_agreed_k(cost, problem, parameters.k);
  const BlockLocalLayout layout = parameters.layout(problem.fill_in->universe(), k);
  add_reading_selection(cost, problem);
  const SelectedProblem selection(problem, layout.slots());
  const Problem& selected = selection.problem();
  const StreamRules rules(selected);
  if (problem.ranks > 1) {
    // Messages are equally long. A rank converts its own entries first, then those of the others.
    const bool alike = problem.fill_in->symmetry() != Symmetry::none;
    double all = 0;
    double fewest = rules.input(0, problem.whole()).entries;
    for (std::uint64_t rank = 0; rank < (alike ? 1 : problem.ranks); ++rank) {
      const double entries = rules.input(rank, problem.whole()).entries;
      all += alike ? static_cast<double>(problem.ranks) * entries : entries;
      fewest = std::min(fewest, entries);
    }
    const auto others = static_cast<double>(problem.ranks - 1);
    const double own = block_local_copies(problem.wire, layout, largest_input(selected));
    const double received = others * block_local_copies(problem.wire, layout, 0) +
                            (all - fewest) * (problem.wire.index_bytes + problem.wire.value_bytes);
    cost.critical_path.push_back(local_stage("encode", {.copied_bytes = own}));
    add_even_allgather(cost, problem.ranks, block_local_bytes(problem.wire, layout));
    cost.critical_path.push_back(
        local_stage("decode", {.copied_bytes = Amount(received, received > 0 ? others : 0)}));
  }
  Stage reduce{.name = "reduce"};
  cost.dense_result = rules.merge_all_inputs(problem.whole(), false, reduce.work).dense;
  cost.critical_path.push_back(reduce);
  return cost;
}

}  // namespace sparlab::model
