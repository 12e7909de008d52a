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

/// The index sets of n recorded ranks, one strictly increasing list each, in one block of memory
/// (8 bytes per entry).
class RecordedSupports {
 public:
  /// Estimates from n recorded ranks take O(n^2): a fraction of a second for this many.
  static constexpr std::uint64_t kMostRanks = std::uint64_t{1} << 14;

  /// Copies the lists. Each is strictly increasing and below `universe`; 1 to kMostRanks ranks.
  RecordedSupports(std::uint64_t universe, std::span<const std::span<const std::uint32_t>> ranks);
  RecordedSupports(std::uint64_t universe, std::span<const std::span<const std::uint64_t>> ranks);

  std::uint64_t universe() const { return universe_; }
  std::size_t ranks() const { return begin_.size() - 1; }
  std::span<const std::uint64_t> rank(std::size_t number) const;
  double mean_nnz() const;

 private:
  template <typename Index>
  void append(std::span<const std::span<const Index>> ranks);

  std::uint64_t universe_;
  std::vector<std::uint64_t> entries_;
  std::vector<std::size_t> begin_{0};
};

/// Every index that some rank holds, increasing, and how many ranks hold it.
struct HolderCounts {
  std::vector<std::uint64_t> indices;
  std::vector<std::uint32_t> holders;
};

/// O(n k log(n k)) for n ranks of k entries.
HolderCounts count_holders(const RecordedSupports& supports);

/// The exact supports of recorded ranks: the union of the ranks first .. first+count-1.
///
/// Rank r holds the support of recorded rank r mod n, so more than n ranks add nothing; use
/// ExpectedRecordedFillIn to extrapolate. A new query takes time proportional to the entries that
/// its ranks hold in its range; answers are cached. Safe to use from several threads.
class RecordedFillIn final : public FillIn {
 public:
  explicit RecordedFillIn(std::shared_ptr<const RecordedSupports> supports);

  std::uint64_t universe() const override { return supports_->universe(); }
  double distinct(Ranks ranks, Range range) const override;
  double distinct_among(std::span<const std::uint64_t> ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::none; }
  /// O(n k log k) for n ranks of k entries; the latest one is cached.
  std::shared_ptr<const FillIn> renumbered(const HashedOwners& owners) const override;
  std::string describe() const override;
  using FillIn::distinct;

 private:
  Ranks recorded(Ranks ranks) const;
  std::vector<std::span<const std::uint64_t>> lists(Ranks ranks, Range range) const;

  std::shared_ptr<const RecordedSupports> supports_;
  QueryMemo memo_;  // live blocks; blocks of one index are the distinct indices
  QueryMemo runs_memo_;
  LatestRenumbering renumbering_;
};

}  // namespace sparlab::model
