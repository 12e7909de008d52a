#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/level_sums.hpp"
#include "model/fill_in/query_memo.hpp"

namespace sparlab::model {

/// Sparse samples distributed over ranks: each rank's support is the union of the supports of its
/// minibatch of B samples, and no sample goes to two ranks.
///
/// If c_j of n samples hold index j, P ranks hold it with probability
/// 1 - C(n - c_j, PB) / C(n, PB). Compared with independent draws, this is the finite-sample
/// correction, which matters if P*B is more than about a quarter of n. From P*B = n on, every index
/// that occurs is held.
///
/// Indices that occur equally often share a level (level_sums.hpp). The whole universe therefore
/// costs O(different counts) for each number of ranks, and a range O(its size) the first time;
/// answers are cached. Safe to use from several threads.
///
/// Runs and live blocks use the defaults of FillIn, which place the expected indices of a range
/// uniformly in it. They are good approximations where frequencies are mixed, and too high where
/// frequent indices are neighbours.
class MinibatchFillIn final : public FillIn {
 public:
  /// `sample_counts`: c_j <= samples for each index, at most 65,536 different values; not empty.
  /// 1 <= batch <= samples.
  MinibatchFillIn(std::span<const std::uint32_t> sample_counts, std::uint64_t samples,
                  std::uint64_t batch);

  /// The same for sparse features: only `indices`, strictly increasing and below universe >= 1,
  /// occur in samples; indices[i] occurs in sample_counts[i] samples. Memory: 10 bytes per listed
  /// index.
  MinibatchFillIn(std::uint64_t universe, std::span<const std::uint64_t> indices,
                  std::span<const std::uint32_t> sample_counts, std::uint64_t samples,
                  std::uint64_t batch);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  std::string describe() const override;
  using FillIn::distinct;

 private:
  struct Levels;
  MinibatchFillIn(std::uint64_t universe, std::vector<std::uint64_t> indices, Levels levels,
                  std::uint64_t samples, std::uint64_t batch);

  std::uint64_t universe_;
  std::uint64_t samples_;
  std::uint64_t batch_;
  LevelSums held_;
  QueryMemo memo_;
};

}  // namespace sparlab::model
