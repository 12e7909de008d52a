#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Some indices are common to all ranks, the others are drawn by each rank. Both lie in clusters of
/// c contiguous indices (the last may be shorter) at random positions. Clusters do not overlap but
/// may touch. Each rank places its own clusters in the rest of the universe, as if it were
/// contiguous, independently of other ranks.
///
/// E[K] = k_c + (N - k_c)(1 - (1 - k_o/(N - k_c))^P). Every range has its share of it, since the
/// positions of the common indices are random too. Clusters change runs, live blocks and the
/// variance, but not the mean. O(1) per query.
class ClusteredFillIn final : public FillIn {
 public:
  /// k_c, k_o and c; 0 <= common_nnz, own_nnz and their sum <= universe; cluster >= 1.
  ClusteredFillIn(std::uint64_t universe, double common_nnz, double own_nnz, std::uint64_t cluster);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  double held_in_window(std::uint64_t ranks, std::uint64_t window) const;

  std::uint64_t universe_;
  double common_nnz_;
  double own_nnz_;
  std::uint64_t cluster_;
};

}  // namespace sparlab::model
