#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/holder_histogram.hpp"
#include "model/fill_in/level_sums.hpp"
#include "model/fill_in/query_memo.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/union_forecast.hpp"

namespace sparlab::model {

/// Places indices that no recorded rank holds near indices that only one rank holds.
///
/// The universe is cut into equal blocks. A block with u unseen indices and s singletons (indices
/// held once) gets u(1 - exp(-h (s + u/U) / u)) newcomers, where U is the number of unseen indices
/// of all blocks. The class solves for the h at which all blocks together get the wanted number. A
/// few newcomers are thus distributed in proportion to the singletons, no block gets more than it
/// has room for, and shares never decrease when the total grows. The term u/U, one singleton spread
/// over the whole universe, lets blocks without singletons fill up eventually.
class NewcomerPlacement {
 public:
  /// One element per block; at least one block has room.
  NewcomerPlacement(std::vector<double> unseen, std::vector<double> singletons);

  /// The newcomers of each block, which sum to `total`; 0 <= total <= all unseen. O(blocks) for
  /// each of a few tens of iterations.
  std::vector<double> place(double total) const;

 private:
  std::vector<double> at(double hazard) const;

  std::vector<double> unseen_;
  std::vector<double> rate_;
  double all_unseen_ = 0;
  double all_rates_ = 0;
};

/// The expected union of random ranks like the recorded ones, for any number of ranks: exact
/// rarefaction up to the n recorded ranks, extrapolation beyond by the model that predicts best
/// (union_forecast.hpp), which is chosen when it is first needed: a fraction of a second.
///
/// Each range has its own rarefaction from the same counts. Indices that were not seen are placed
/// by NewcomerPlacement. Ranges add up. A new number of
/// ranks costs O(n), a new range O(indices held in it) once; answers are cached. Safe to use from
/// several threads.
///
/// Runs and live blocks use the defaults of FillIn. They are too high where the recorded indices
/// are clustered, since the object does not store which ranks hold neighbouring indices.
class ExpectedRecordedFillIn final : public FillIn {
 public:
  explicit ExpectedRecordedFillIn(const RecordedSupports& supports);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  std::string describe() const override;
  using FillIn::distinct;

  std::uint64_t recorded_ranks() const { return recorded_; }
  /// The estimates for more ranks than the recorded ones.
  const UnionForecast& forecast() const;

 private:
  ExpectedRecordedFillIn(const RecordedSupports& supports, HolderCounts counts);

  NewcomerPlacement placement() const;
  Range block(std::size_t number) const;
  double seen(Range range) const { return held_.sum(recorded_, range); }
  double more_than_seen(std::uint64_t ranks) const;
  double newcomers(std::uint64_t ranks, Range range) const;
  double newcomers_below(const std::vector<double>& cumulative, std::uint64_t index) const;
  std::shared_ptr<const std::vector<double>> cumulative_newcomers(std::uint64_t ranks) const;

  std::uint64_t universe_;
  std::uint64_t recorded_;
  double mean_nnz_;
  mutable HolderTable table_;  ///< until the forecast has it
  mutable std::once_flag forecast_made_;
  mutable std::unique_ptr<const UnionForecast> forecast_;
  LevelSums held_;
  std::uint64_t block_size_;
  QueryMemo memo_;
  mutable std::mutex mutex_;
  mutable std::map<std::uint64_t, std::shared_ptr<const std::vector<double>>> cumulative_;
};

}  // namespace sparlab::model
