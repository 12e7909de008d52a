#include "model/costs/allreduce_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/top_k_costs.hpp"

namespace sparlab::model {
namespace {

/// The communication and the reduction after what `cost` holds already.
Cost then_gather(Cost cost, const Problem& problem) {
  const Cost gather = sparse_allgather(problem);
  cost.critical_path.insert(cost.critical_path.end(), gather.critical_path.begin(),
                            gather.critical_path.end());
  cost.total_messages += gather.total_messages;
  cost.total_bytes += gather.total_bytes;
  return cost;
}

}  // namespace

Cost topk_allgather(const Problem& problem, const TopkAllgatherParameters& parameters) {
  const SelectedProblem selected(problem, parameters.k);
  Cost cost;
  selected.add_selection(cost);
  return then_gather(std::move(cost), selected.problem());
}

Cost gaussiank(const Problem& problem, const GaussiankParameters& parameters) {
  const SelectedProblem selected(problem, parameters.k);
  Cost cost;
  if (parameters.k != 0) add_reading_selection(cost, problem);
  return then_gather(std::move(cost), selected.problem());
}

}  // namespace sparlab::model
