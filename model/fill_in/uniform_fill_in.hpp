#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {

/// Every rank holds k distinct indices, uniformly drawn from N, independently of other ranks.
///
/// E[K] = N(1 - (1 - k/N)^P), evaluated without cancellation. O(1) per query; stateless, so safe to
/// share between threads. Real inputs overlap more, so this over-predicts their fill-in.
/// Source  Renggli et al., SC'19, appendix B (there as an alternating sum).
class UniformFillIn final : public FillIn {
 public:
  /// `nnz` is k, or its mean; 0 <= nnz <= universe.
  UniformFillIn(std::uint64_t universe, double nnz);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  std::uint64_t universe_;
  double nnz_;
  EqualDraws draws_;
};

/// Block-sparse inputs: the universe is cut into aligned blocks of b indices (the last one may be
/// shorter), and every rank holds all indices of blocks drawn uniformly and independently.
///
/// The expected union is that of uniform inputs of the same density. It touches fewer blocks, and
/// its variance is larger by a factor of b. O(1) per query; safe to share between threads.
class BlockFillIn final : public FillIn {
 public:
  /// `nnz` is the expected k of one rank: nnz/N of the blocks are drawn. 1 <= block <= universe.
  BlockFillIn(std::uint64_t universe, double nnz, std::uint64_t block);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  std::uint64_t blocks_met(Range range) const;

  std::uint64_t universe_;
  double nnz_;
  std::uint64_t block_;
  double blocks_;
  EqualDraws draws_;
};

}  // namespace sparlab::model
