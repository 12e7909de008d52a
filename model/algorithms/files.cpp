#include <array>

#include "model/algorithms/file_models.hpp"
#include "model/costs/algorithm_costs.hpp"

namespace sparlab::model {
namespace {

constexpr std::array kFileModels = {algorithm_model<scheduled>("scheduled")};

}  // namespace

std::span<const AlgorithmModel> file_models() { return kFileModels; }

}  // namespace sparlab::model
