#pragma once

#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The supports that remain when every rank keeps at most `k` of a share of its indices (1: of
/// all), whichever these are: see united_selections. Those of counted streams that a selector cut.
/// `whole` must outlive it.
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
