#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/frequency_levels.hpp"
#include "model/fill_in/level_sums.hpp"
#include "model/fill_in/query_memo.hpp"

namespace sparlab::model {

/// Every rank holds index j with probability p_j, independently of other ranks and indices:
/// E[K] = sum_j 1 - (1 - p_j)^P.
///
/// Equal frequencies are grouped (frequency_levels.hpp says when and how far they are rounded). The
/// whole universe therefore costs O(different frequencies) for each number of ranks, and a range
/// O(its size) the first time; answers are cached. Safe to use from several threads.
///
/// Runs and live blocks use the defaults of FillIn, which place the expected indices of a range
/// uniformly in it. They are good approximations where frequencies are mixed, and too high where
/// frequent indices are neighbours.
class IndependentFillIn final : public FillIn {
 public:
  /// One frequency in [0, 1] for each index; not empty. Takes O(N) time and 2 N bytes.
  explicit IndependentFillIn(std::span<const double> frequencies);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  std::string describe() const override;
  using FillIn::distinct;

  /// Variance of the number of distinct indices: with q_j = (1 - p_j)^P it is
  /// sum_j q_j (1 - q_j) = E[K of 2P ranks] - E[K of P ranks].
  double variance(Ranks ranks, Range range) const;

 private:
  explicit IndependentFillIn(FrequencyLevels levels);

  std::uint64_t universe_;
  std::size_t levels_;
  double relative_error_;
  LevelSums held_;
  QueryMemo memo_;
};

}  // namespace sparlab::model
