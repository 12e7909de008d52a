#include <array>

#include "model/algorithms/algorithm_model.hpp"
#include "model/costs/algorithm_costs.hpp"

namespace sparlab::model {
namespace {

constexpr std::array kSwitchModels = {algorithm_model<in_network>("in_network")};

}  // namespace

std::span<const AlgorithmModel> switch_models() { return kSwitchModels; }

}  // namespace sparlab::model
