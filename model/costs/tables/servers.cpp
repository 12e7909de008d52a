#include "model/costs/families.hpp"

namespace sparlab::model {

std::span<const NamedCost> servers_costs() { return {}; }

std::span<const PublishedCost> servers_published() { return {}; }

}  // namespace sparlab::model
