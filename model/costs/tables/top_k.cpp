#include "model/costs/families.hpp"

namespace sparlab::model {

std::span<const NamedCost> top_k_costs() { return {}; }

std::span<const PublishedCost> top_k_published() { return {}; }

}  // namespace sparlab::model
