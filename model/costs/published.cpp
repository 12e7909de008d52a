#include "model/costs/published.hpp"

#include <algorithm>

#include "model/costs/families.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::model {

double CostInterval::low_s(const Machine& machine) const {
  return messages * machine.alpha_s + low_bytes * machine.beta_s_per_byte;
}

double CostInterval::high_s(const Machine& machine) const {
  return messages * machine.alpha_s + high_bytes * machine.beta_s_per_byte;
}

std::optional<PublishedCost> published_cost(std::string_view algorithm) {
  const std::string_view name = name_of_spec(algorithm);
  for (const auto family : {dense_published(), sparcml_published(), top_k_published(),
                            oktopk_published(), redsync_published(), s2_reducer_published(),
                            servers_published(), trees_published(), sparlab_published()}) {
    const auto found = std::ranges::find(family, name, &PublishedCost::algorithm);
    if (found != family.end()) return *found;
  }
  return std::nullopt;
}

}  // namespace sparlab::model
