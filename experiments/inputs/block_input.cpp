#include "experiments/inputs/block_input.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/inputs/random.hpp"
#include "experiments/inputs/random_subset.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::experiments::inputs {
namespace {

std::uint64_t round_to_blocks(std::uint64_t universe, std::uint64_t nnz, std::uint64_t blocks) {
  if (nnz == 0) return 0;
  const double share = static_cast<double>(nnz) / static_cast<double>(universe);
  const double rounded = std::round(share * static_cast<double>(blocks));
  return std::clamp(static_cast<std::uint64_t>(rounded), std::uint64_t{1}, blocks);
}

}  // namespace

BlockInput::BlockInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t block,
                       std::uint64_t seed)
    : GeneratedInput(universe, seed), block_(std::min(block, universe)) {
  SPARLAB_EXPECTS(nnz <= universe && block >= 1);
  blocks_ = (universe - 1) / block_ + 1;
  chosen_ = round_to_blocks(universe, nnz, blocks_);
}

double BlockInput::mean_nnz() const {
  return static_cast<double>(universe()) *
         (static_cast<double>(chosen_) / static_cast<double>(blocks_));
}

std::shared_ptr<const model::FillIn> BlockInput::fill_in() const {
  return std::make_shared<model::BlockFillIn>(universe(), mean_nnz(), block_);
}

std::vector<std::uint64_t> BlockInput::rank_indices(std::uint64_t rank) const {
  Random random(seed(), Purpose::indices, rank);
  std::vector<std::uint64_t> indices;
  indices.reserve(static_cast<std::size_t>(chosen_ * block_));
  for (const std::uint64_t block : random_subset(blocks_, chosen_, random)) {
    const std::uint64_t end = block + 1 == blocks_ ? universe() : (block + 1) * block_;
    for (std::uint64_t index = block * block_; index < end; ++index) indices.push_back(index);
  }
  return indices;
}

}  // namespace sparlab::experiments::inputs
