#include <algorithm>
#include <bit>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {

Cost clt_k(const Problem& problem, const CltKParameters& parameters) {
  Cost cost;
  // The leader of a first call is rank 0.
  const double held = StreamRules(problem).input(0, problem.whole()).entries;
  const double chosen =
      parameters.k == 0 ? held : std::min(held, static_cast<double>(parameters.k));
  if (chosen < held) cost.critical_path.push_back(local_stage("select", {.selected_from = held}));
  if (problem.ranks == 1) return cost;

  const double index_bytes = problem.wire.index_bytes;
  const double message_bytes = problem.wire.header_bytes + chosen * index_bytes;
  cost.count(static_cast<double>(problem.ranks - 1), message_bytes);
  cost.critical_path.push_back(
      {.name = "broadcast",
       .messages = static_cast<double>(std::bit_width(problem.ranks - 1)),
       .bytes_per_message = message_bytes,
       .work = {.merged_entries = chosen + largest_input(problem),
                .copied_bytes = Amount(4 * chosen * index_bytes, chosen > 0 ? 2 : 0)},
       .pattern = Pattern::tree,
       .partners = {.kind = Partners::Kind::trees, .ranks = problem.ranks}});
  if (chosen > 0) add_sums_at_indices(cost, problem, chosen);
  return cost;
}

}  // namespace sparlab::model
