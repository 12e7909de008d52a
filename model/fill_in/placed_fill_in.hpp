#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/latest_renumbering.hpp"
#include "model/fill_in/query_memo.hpp"

namespace sparlab::model {

/// Ranks that each hold runs of consecutive indices at known places. Every answer is exact: ranks
/// hold different shares of a range, and their unions follow from where their runs lie.
///
/// Rank r holds the runs of rank r mod n. The entries of one rank and of all are counted in
/// O(log s), other queries take O(log s + s') for s' of the s pieces into which the ends of all
/// runs cut the universe. Safe to use from several threads.
class PlacedFillIn final : public FillIn {
 public:
  static constexpr std::uint64_t kMostRanks = 64;  ///< one bit of a RankSet each
  /// Of all ranks together; more need no places, since their shares hardly differ from the mean.
  static constexpr std::uint64_t kMostRuns = std::uint64_t{1} << 14;
  /// Entries of all ranks that are renumbered one by one.
  static constexpr double kMostRenumbered = 1 << 20;

  /// The runs of each rank: not empty, disjoint, in increasing order, below `universe` >= 1.
  /// 1 to kMostRanks ranks.
  PlacedFillIn(std::uint64_t universe, std::span<const std::vector<Range>> ranks);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  double distinct_among(std::span<const std::uint64_t> ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::none; }
  const PlacedFillIn* places() const override { return this; }
  /// O(e log e) for e entries of all ranks; the latest one is cached. Null for more than
  /// kMostRenumbered entries.
  std::shared_ptr<const FillIn> renumbered(const HashedOwners& owners) const override;
  std::string describe() const override;
  using FillIn::distinct;

  std::uint64_t ranks() const { return ranks_; }
  RankSet set_of(Ranks ranks) const;
  double distinct_of(RankSet set, Range range) const;
  double runs_of(RankSet set, Range range) const;
  /// The ranks that hold an index of the range.
  RankSet holders_in(Range range) const;

 private:
  /// Runs, with the indices that they hold together.
  struct CountedRuns {
    std::vector<std::uint64_t> lo;
    std::vector<std::uint64_t> before{0};  ///< indices in the runs before each, and in all

    void add(Range run);
    std::uint64_t below(std::uint64_t index) const;
    double in(Range range) const;
  };

  std::size_t piece_at(std::uint64_t index) const;
  template <class Visit>
  void for_each_run(RankSet set, Range range, Visit visit) const;

  std::uint64_t universe_;
  std::uint64_t ranks_;
  std::vector<std::uint64_t> begin_;  ///< of each piece, and the universe
  std::vector<RankSet> holders_;      ///< of each piece
  std::vector<CountedRuns> of_rank_;
  CountedRuns of_all_;
  QueryMemo memo_{std::size_t{1} << 14};
  LatestRenumbering renumbering_;
};

}  // namespace sparlab::model
