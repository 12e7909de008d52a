#include "experiments/inputs/uniform_input.hpp"

#include "experiments/inputs/random.hpp"
#include "experiments/inputs/random_subset.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::experiments::inputs {

UniformInput::UniformInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t seed)
    : GeneratedInput(universe, seed), nnz_(nnz) {
  SPARLAB_EXPECTS(nnz <= universe);
}

std::shared_ptr<const model::FillIn> UniformInput::fill_in() const {
  return std::make_shared<model::UniformFillIn>(universe(), mean_nnz());
}

std::vector<std::uint64_t> UniformInput::rank_indices(std::uint64_t rank) const {
  Random random(seed(), Purpose::indices, rank);
  return random_subset(universe(), nnz_, random);
}

}  // namespace sparlab::experiments::inputs
