#include "model/costs/families.hpp"

namespace sparlab::model {

std::span<const NamedCost> trees_costs() { return {}; }

std::span<const PublishedCost> trees_published() { return {}; }

}  // namespace sparlab::model
