#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/base/range.hpp"

namespace sparlab::model {

/// Arguments that distinct() ignores. Costs need not be evaluated for every rank and range.
enum class Symmetry : std::uint8_t {
  none,              ///< every rank and range has its own answer
  ranks,             ///< exchangeable ranks: only ranks.count matters
  ranks_and_ranges,  ///< exchangeable ranks, and only the size of the range matters
};

/// A set of ranks below 64: bit r stands for rank r.
using RankSet = std::uint64_t;

/// Expected number of runs of consecutive indices among `entries` drawn without replacement from a
/// range of `elements`.
double expected_runs(double entries, double elements);

class HashedOwners;
class PlacedFillIn;

/// Fill-in: how many distinct indices the inputs of a set of ranks hold together.
///
/// Every cost of a sparse collective depends on its input through this class. Distributions with
/// exchangeable ranks (e.g. uniform, Zipf) ignore `ranks.first`; exact supports use it.
class FillIn {
 public:
  virtual ~FillIn() = default;

  /// N, the size of the index universe.
  virtual std::uint64_t universe() const = 0;

  /// Expected number of distinct indices in `range` held by at least one rank of `ranks`:
  /// 0 for no ranks, the expected nnz of one rank for one. Any number of ranks is legal.
  virtual double distinct(Ranks ranks, Range range) const = 0;

  /// The same for any ranks, each listed once; at least one. Unless overridden, that of as many
  /// neighbours from the first of them on.
  virtual double distinct_among(std::span<const std::uint64_t> ranks, Range range) const {
    return distinct({ranks.front(), ranks.size()}, range);
  }

  /// Expected number of runs of consecutive indices that `ranks` hold in `range`, cut at its ends.
  /// Unless overridden, that of as many indices drawn without replacement from the range.
  virtual double runs(Ranks ranks, Range range) const;

  /// Expected number of blocks [j*block, (j+1)*block) of the universe, cut at the ends of `range`,
  /// in which `ranks` hold an index of `range`. Unless overridden, that of indices drawn without
  /// replacement from the range. `block` is at least 1.
  virtual double live_blocks(Ranks ranks, Range range, std::uint64_t block) const;

  virtual Symmetry symmetry() const { return Symmetry::ranks; }

  /// This fill-in if it also answers for sets of ranks that are no intervals; otherwise null.
  virtual const PlacedFillIn* places() const { return nullptr; }

  /// The same supports with the places of their indices as indices, if it is known which indices
  /// they hold; otherwise null.
  virtual std::shared_ptr<const FillIn> renumbered(const HashedOwners&) const { return nullptr; }

  /// One line for records and reports, e.g. "uniform(N=512, k=16)".
  virtual std::string describe() const = 0;

  /// E[K] of the whole universe over `ranks` ranks.
  double distinct(std::uint64_t ranks) const { return distinct({0, ranks}, {0, universe()}); }
};

/// The parts - 1 positions that cut the entries of `ranks` in `range` into pieces of equal counts:
/// cut i is the smallest x such that i/parts of the entries are in [range.lo, x).
///
/// Cost    log2(range size) queries of `fill_in` per cut.
std::vector<std::uint64_t> equal_count_cuts(const FillIn& fill_in, Ranks ranks, Range range,
                                            std::uint64_t parts);

/// The smallest x such that `ranks` hold at least `entries` entries in [range.lo, x); range.hi if
/// there is none.
std::uint64_t position_of_count(const FillIn& fill_in, Ranks ranks, Range range, double entries);

}  // namespace sparlab::model
