#include "model/costs/allreduce_costs.hpp"

#include <algorithm>

#include "model/costs/families.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::model {

std::optional<Cost> cost_of(std::string_view spec, const Problem& problem) {
  const AlgorithmSpec parsed = parse_spec(spec);
  for (const auto family :
       {dense_costs(), sparcml_costs(), top_k_costs(), oktopk_costs(), redsync_costs(),
        s2_reducer_costs(), servers_costs(), trees_costs(), sparlab_costs()}) {
    const auto found = std::ranges::find(family, parsed.name, &NamedCost::algorithm);
    if (found != family.end()) return found->cost(problem, parsed.settings);
  }
  return std::nullopt;
}

}  // namespace sparlab::model
