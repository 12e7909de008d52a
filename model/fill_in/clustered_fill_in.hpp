#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Some indices are the same on all ranks, the others each rank's own: drawn from the rest of the
/// universe, independently of other ranks, every index of it equally likely.
///
/// E[K] = k_c + (N - k_c)(1 - (1 - k_o/(N - k_c))^P), and every range has its share of it: where
/// the common indices lie is random too. Clusters change the variance only. O(1) a query.
class ClusteredFillIn final : public FillIn {
 public:
  /// k_c and k_o; 0 <= common_nnz, own_nnz and their sum <= universe.
  ClusteredFillIn(std::uint64_t universe, double common_nnz, double own_nnz);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  std::uint64_t universe_;
  double common_nnz_;
  double own_nnz_;
};

}  // namespace sparlab::model
