#include <array>

#include "model/costs/families.hpp"
#include "model/costs/oktopk_costs.hpp"
#include "model/costs/symbols.hpp"

namespace sparlab::model {
namespace {

constexpr std::array kCosts = {
    NamedCost{"oktopk", with_parameters<OktopkParameters, oktopk>},
};

}  // namespace

std::span<const NamedCost> oktopk_costs() { return kCosts; }

std::span<const PublishedCost> oktopk_published() { return {}; }

}  // namespace sparlab::model
