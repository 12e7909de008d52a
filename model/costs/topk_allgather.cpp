#include "model/costs/allreduce_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/top_k_costs.hpp"

namespace sparlab::model {
Cost topk_allgather(const Problem& problem, const TopkAllgatherParameters& parameters) {
  const SelectedProblem selected(problem, parameters.k);
  Cost cost;
  selected.add_selection(cost);
  cost.append(sparse_allgather(selected.problem()));
  return cost;
}

Cost gaussiank(const Problem& problem, const GaussiankParameters& parameters) {
  const SelectedProblem selected(problem, parameters.k);
  Cost cost;
  if (parameters.k != 0) add_reading_selection(cost, problem);
  cost.append(sparse_allgather(selected.problem()));
  return cost;
}

}  // namespace sparlab::model
