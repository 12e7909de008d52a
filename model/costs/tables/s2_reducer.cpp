#include "model/costs/families.hpp"

namespace sparlab::model {

std::span<const NamedCost> s2_reducer_costs() { return {}; }

std::span<const PublishedCost> s2_reducer_published() { return {}; }

}  // namespace sparlab::model
