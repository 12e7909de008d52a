#include <array>

#include "model/costs/early_exchange.hpp"
#include "model/costs/families.hpp"

namespace sparlab::model {
namespace {

constexpr std::array kCosts = {
    NamedCost{"sparlab_auto", without_parameters<sparlab_auto>},
};

}  // namespace

std::span<const NamedCost> sparlab_costs() { return kCosts; }

std::span<const PublishedCost> sparlab_published() { return {}; }

}  // namespace sparlab::model
