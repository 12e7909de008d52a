#pragma once

#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The supports after a selection: every rank keeps a share of its indices (1: all of them), but at
/// most `k`. Which indices it keeps is not known: see united_selections. These are the supports of
/// counted streams that a selector cut. `whole` must outlive this object.
class SelectedFillIn final : public FillIn {
 public:
  SelectedFillIn(const FillIn& whole, std::uint64_t k, std::uint64_t ranks, double share = 1);

  std::uint64_t universe() const override { return whole_.universe(); }
  double distinct(Ranks ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return whole_.symmetry(); }
  std::string describe() const override;

 private:
  /// The share of its indices that a rank keeps.
  double kept(std::uint64_t rank) const;

  const FillIn& whole_;
  double k_;
  double share_;
  bool cuts_;  ///< some rank holds more than k
};

}  // namespace sparlab::model
