#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/choice/agreed_inputs.hpp"
#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/query_memo.hpp"

namespace sparlab::model {

/// Fill-in from a few numbers on which ranks agreed: their mean count, the union of all, and the
/// share of the entries in each of kInputBins equal bins of the universe.
///
/// If a sample shows how many inputs hold each index, the union of any number of ranks is that of
/// random sampled ranks (rarefaction). This accounts for frequent indices, which make a few ranks
/// overlap more than the union of all ranks suggests. Each bin has its share of the union, at most
/// all of its indices; the more so, the more holders its indices have (AgreedInputs::
/// overlap_exponent).
///
/// Otherwise each bin is a separate universe. In each bin, ranks draw their entries uniformly and
/// independently from c times as many cells as they hold entries there, at most all indices of the
/// bin. All bins share the same c, for which all ranks together have the agreed union. A smaller c
/// means more overlap.
///
/// Entries are assumed to be spread evenly within a bin. O(bins) for each new number of ranks.
class AgreedFillIn final : public FillIn {
 public:
  explicit AgreedFillIn(const AgreedInputs& inputs);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  Symmetry symmetry() const override {
    return even_ ? Symmetry::ranks_and_ranges : Symmetry::ranks;
  }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  struct Bin {
    double elements = 0;
    double drawn = 0;   ///< entries of one rank
    double cells = 0;   ///< number of cells from which they are drawn
    double share = 0;   ///< share of all entries
    double united = 0;  ///< expected indices that some rank holds
    double misses = 1;  ///< the logarithm of the probability that a number of ranks miss an index,
                        ///< over that of an index of any bin
  };
  using Bins = std::array<Bin, kInputBins>;

  static Bins with_cells(Bins bins, double cells_per_entry);
  static double held(const Bin& bin, std::uint64_t ranks);
  static double held(const Bins& bins, std::uint64_t ranks);
  void draw_from_cells(const AgreedInputs& inputs);
  void rarefy(const AgreedInputs& inputs);
  void distribute_union(const AgreedInputs& inputs);
  double in_bin(const Bin& bin, std::uint64_t ranks) const;
  double in_range(std::uint64_t ranks, Range range) const;

  std::uint64_t universe_;
  bool even_;  ///< all indices are equally likely
  Bins bins_{};
  std::vector<double> unions_;  ///< unions of 0, 1, ... ranks; empty without a sample
  bool uneven_ = false;         ///< bins overlap differently
  QueryMemo memo_;
};

}  // namespace sparlab::model
