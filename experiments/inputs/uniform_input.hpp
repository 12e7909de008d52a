#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/inputs/generated_input.hpp"

namespace sparlab::experiments::inputs {

/// Exactly k distinct indices per rank; every set of k is equally likely, and ranks are
/// independent.
class UniformInput final : public GeneratedInput {
 public:
  /// nnz <= universe.
  UniformInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t seed);

  double mean_nnz() const override { return static_cast<double>(nnz_); }
  std::shared_ptr<const model::FillIn> fill_in() const override;

 private:
  std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const override;

  std::uint64_t nnz_;
};

}  // namespace sparlab::experiments::inputs
