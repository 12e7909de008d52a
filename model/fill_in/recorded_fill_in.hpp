#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/query_memo.hpp"
#include "model/fill_in/recorded_supports.hpp"
#include "model/fill_in/recorded_union.hpp"

namespace sparlab::model {

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
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::none; }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  Ranks recorded(Ranks ranks) const;
  RecordedUnion union_of(Ranks ranks, Range range) const;

  std::shared_ptr<const RecordedSupports> supports_;
  QueryMemo memo_;  // live blocks; blocks of one index are the distinct indices
  QueryMemo runs_memo_;
};

}  // namespace sparlab::model
