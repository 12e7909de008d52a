#include <array>

#include "model/algorithms/algorithm_model.hpp"
#include "model/choice/sparlab_auto.hpp"
#include "model/costs/hierarchical.hpp"

namespace sparlab::model {
namespace {

constexpr std::array kSparlabModels = {
    algorithm_model<sparlab_auto>("sparlab_auto"),
    algorithm_model<hierarchical>("hierarchical"),
};

}  // namespace

std::span<const AlgorithmModel> sparlab_models() { return kSparlabModels; }

}  // namespace sparlab::model
