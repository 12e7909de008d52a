#pragma once

#include <algorithm>
#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Number of indices in the blocks in which the first `ranks` ranks hold an entry: exact for exact
/// supports, otherwise the rounded expectation.
std::uint64_t live_elements(const FillIn& fill_in, std::uint64_t ranks, std::uint64_t block);

/// Which blocks of the universe are live, and on which ranks, for costs and counted runs that
/// proceed block by block. Exact where supports are known. Where only expectations are known, it is
/// a fixed pattern with these expectations: a block is live if a term of a low-discrepancy sequence
/// falls below its probability, and its holders are consecutive ranks, as many as are expected to
/// hold entries of it. Unions and overlaps thus match the fill-in, and every caller gets the same
/// answer.
class BlockHolders {
 public:
  /// `fill_in` must outlive this object. ranks >= 1, block >= 1.
  BlockHolders(const FillIn& fill_in, std::uint64_t ranks, std::uint64_t block);

  /// Whether some rank holds an entry of the block.
  bool is_live(std::uint64_t number) const {
    return fraction(number, kLiveStep) < (alike() ? live_ : touched({0, ranks_}, number));
  }
  bool holds(std::uint64_t rank, std::uint64_t number) const;

  /// False where supports are exact; then query holders one by one with holds().
  bool is_pattern() const { return symmetry_ != Symmetry::none; }

  /// Whether holders_of answers for all ranks at once.
  bool is_placed() const;
  RankSet holders_of(std::uint64_t number) const;

  /// The ranks first, first + 1, ..., first + count - 1 (modulo P).
  struct Arc {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };
  /// The holders of a live block of a pattern, at least one.
  Arc holders(std::uint64_t number) const {
    const auto ranks = static_cast<double>(ranks_);
    const double mean = alike() ? mean_holders_ : mean_holders(number);
    const auto count = whole_part(mean + fraction(number, kCountStep));
    return {whole_part(ranks * fraction(number, kFirstStep)),
            std::clamp(count, std::uint64_t{1}, ranks_)};
  }
  bool is_in(const Arc& arc, std::uint64_t rank) const {
    return rank >= arc.first ? rank - arc.first < arc.count : rank + ranks_ - arc.first < arc.count;
  }

 private:
  // The steps of Roberts' R3 sequence, which are pairwise independent.
  static constexpr std::uint64_t kLiveStep = 0xD1B54A32D192ED03;
  static constexpr std::uint64_t kCountStep = 0xABC98388FB8FAC03;
  static constexpr std::uint64_t kFirstStep = 0x8CB92BA72F3D8DD7;

  /// Term `i` of the additive recurrence with that step, in [0, 1). Consecutive terms are evenly
  /// spread.
  static double fraction(std::uint64_t i, std::uint64_t step) {
    return static_cast<double>(static_cast<std::int64_t>(i * step >> 11)) * 0x1p-53;
  }
  /// Of a number below 2^63. Conversions of signed integers are single instructions.
  static std::uint64_t whole_part(double number) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
  }

  /// Whether all blocks have the same probabilities.
  bool alike() const { return symmetry_ == Symmetry::ranks_and_ranges; }
  /// Probability that `ranks` hold an entry of the block.
  double touched(Ranks ranks, std::uint64_t number) const;
  /// Expected number of the holders of a live block of a pattern.
  double mean_holders(std::uint64_t number) const;

  const FillIn* fill_in_;
  Symmetry symmetry_;
  std::uint64_t ranks_;
  std::uint64_t block_;
  double live_ = 0;          ///< probability that a block is live, where all blocks are alike
  double held_ = 0;          ///< the same for one rank
  double mean_holders_ = 0;  ///< of a live block, where all blocks are alike
};

}  // namespace sparlab::model
