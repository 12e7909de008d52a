#include "model/costs/families.hpp"

namespace sparlab::model {

std::span<const NamedCost> oktopk_costs() { return {}; }

std::span<const PublishedCost> oktopk_published() { return {}; }

}  // namespace sparlab::model
