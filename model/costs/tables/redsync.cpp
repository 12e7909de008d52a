#include "model/costs/families.hpp"

namespace sparlab::model {

std::span<const NamedCost> redsync_costs() { return {}; }

std::span<const PublishedCost> redsync_published() { return {}; }

}  // namespace sparlab::model
