#include <array>

#include "model/costs/families.hpp"
#include "model/costs/sparlab_costs.hpp"

namespace sparlab::model {
namespace {

constexpr std::array kSparlabCosts = {
    NamedCost{"sparlab_auto", without_parameters<sparlab_auto>},
    NamedCost{"hierarchical", with_parameters<HierarchicalParameters, hierarchical>},
};

}  // namespace

std::span<const NamedCost> sparlab_costs() { return kSparlabCosts; }

std::span<const PublishedCost> sparlab_published() { return {}; }

}  // namespace sparlab::model
