#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/inputs/generated_input.hpp"

namespace sparlab::experiments::inputs {

/// Whole aligned blocks of indices (the last one may be shorter). Every set of the same number of
/// blocks is equally likely, and ranks are independent.
class BlockInput final : public GeneratedInput {
 public:
  /// nnz <= universe is rounded to whole blocks, and to at least one unless it is 0; mean_nnz()
  /// returns the resulting number. block >= 1; a block larger than the universe covers all of it.
  BlockInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t block, std::uint64_t seed);

  double mean_nnz() const override;
  std::shared_ptr<const model::FillIn> fill_in() const override;

 private:
  std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const override;

  std::uint64_t block_;
  std::uint64_t blocks_;  // in the universe
  std::uint64_t chosen_;  // by one rank
};

}  // namespace sparlab::experiments::inputs
