#include <array>

#include "model/algorithms/algorithm_model.hpp"
#include "model/costs/algorithm_costs.hpp"

namespace sparlab::model {
namespace {

/// Every rank sends its own entries and receives those of the union, at the same time.
CostInterval flare(const Symbols& s) {
  return {1, s.nnz * s.beta_s(), std::min(s.ranks * s.nnz, s.elements) * s.beta_s()};
}

constexpr std::array kSwitchModels = {
    algorithm_model<in_network>(
        "in_network", PublishedCost{"alpha + [k, min(P*k, N)]*beta_s (derived)",
                                    "one message for each segment; the first one goes up before "
                                    "its result comes down",
                                    flare, flare}),
};

}  // namespace

std::span<const AlgorithmModel> switch_models() { return kSwitchModels; }

}  // namespace sparlab::model
