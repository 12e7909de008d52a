#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/inputs/generated_input.hpp"
#include "experiments/inputs/random_permutation.hpp"
#include "model/fill_in/zipf_fill_in.hpp"

namespace sparlab::experiments::inputs {

/// Every rank holds index j with probability min(1, c (j+1)^-exponent), independently of other
/// ranks and indices; c makes the expected number of indices equal k. If shuffled, j is first
/// mapped by a random permutation that all ranks share.
///
/// Unlike the other generated inputs, this one uses log and exp of the platform's library: a
/// difference in their last bit may change about one index in 10^15.
class ZipfInput final : public GeneratedInput {
 public:
  /// nnz <= universe <= 2^62, 0 <= exponent <= 8.
  ZipfInput(std::uint64_t universe, std::uint64_t nnz, double exponent, bool shuffled,
            std::uint64_t seed);

  double mean_nnz() const override { return static_cast<double>(nnz_); }
  std::shared_ptr<const model::FillIn> fill_in() const override { return law_; }

 private:
  std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const override;

  std::uint64_t nnz_;
  double exponent_;
  bool shuffled_;
  std::shared_ptr<const model::ZipfFillIn> law_;
  RandomPermutation permutation_;
};

}  // namespace sparlab::experiments::inputs
