#include "model/costs/families.hpp"

namespace sparlab::model {

std::span<const NamedCost> sparlab_costs() { return {}; }

std::span<const PublishedCost> sparlab_published() { return {}; }

}  // namespace sparlab::model
