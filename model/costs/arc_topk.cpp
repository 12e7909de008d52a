#include "model/costs/algorithm_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/fill_in/extreme_fill_in.hpp"

namespace sparlab::model {
namespace {

void add_dense_sum(Cost& cost, const Problem& problem, std::uint64_t elements) {
  const IdenticalFillIn values(elements, 0);
  Problem of_values = problem;
  of_values.fill_in = &values;
  cost.append(dense_rabenseifner(of_values));
}

}  // namespace

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
    add_dense_sum(cost, problem, choice.cells);
    cost.critical_path.push_back(local_stage("select", {.selected_from = cells}));
  }
  const auto values = static_cast<double>(choice.elements);
  cost.critical_path.push_back(local_stage("collect", {.merged_entries = values + held}));
  add_dense_sum(cost, problem, choice.elements);
  cost.critical_path.push_back(local_stage(
      "result", {.copied_bytes = values * (problem.wire.index_bytes + problem.wire.value_bytes)}));
  cost.dense_result = false;
  return cost;
}

}  // namespace sparlab::model
