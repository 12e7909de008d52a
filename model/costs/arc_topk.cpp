#include "model/costs/algorithm_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {

Cost arc_topk(const Problem& problem, const ArcTopkParameters& parameters) {
  Cost cost;
  const std::uint64_t k = add_agreed_k(cost, problem, parameters.k);
  const RowChoice choice = parameters.choice(problem.fill_in->universe(), k);
  const double held = largest_input(problem);
  if (choice.cells > 0) {
    const auto cells = static_cast<double>(choice.cells);
    cost.critical_path.push_back(
        local_stage("sketch", {.scattered_entries = static_cast<double>(parameters.rank) * held,
                               .copied_bytes = cells * problem.wire.value_bytes}));
    add_dense_sum(cost, problem, cells);
    cost.critical_path.push_back(local_stage("select", {.selected_from = cells}));
  }
  const auto values = static_cast<double>(choice.elements);
  cost.critical_path.push_back(local_stage("collect", {.merged_entries = values + held}));
  add_sums_at_indices(cost, problem, values);
  return cost;
}

}  // namespace sparlab::model
