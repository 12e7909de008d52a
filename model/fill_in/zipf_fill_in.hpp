#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/query_memo.hpp"

namespace sparlab::model {

/// Where frequent indices lie.
enum class ZipfPlacement {
  sorted,    ///< index j is the (j+1)-th most frequent: the worst imbalance of ranges
  shuffled,  ///< a random order: every range of a size expects the same union
};

/// Every rank holds index j with probability p_j = min(1, c (j+1)^-s), independently, where c is
/// solved for such that a rank expects k indices. E[K] = sum_j 1 - (1 - p_j)^P.
///
/// Sums are direct for the first thousand indices below the clipped head and Gauss-Legendre
/// quadratures of geometric blocks beyond, within 1e-6 relative: about 100 us a new query for any
/// N (1e9 and more). Answers are remembered. Safe to use from several threads.
///
/// Live blocks are the default of FillIn: close when shuffled; under sorted placement too high in a
/// range whose ends differ in frequency, since they are taken to be spread over it.
class ZipfFillIn final : public FillIn {
 public:
  static constexpr double kMostExponent = 8;

  /// 0 <= nnz <= universe is the mean k of a rank; exponent from 0 (all indices alike) to
  /// kMostExponent.
  ZipfFillIn(std::uint64_t universe, double nnz, double exponent, ZipfPlacement placement);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  /// Exact within half a run under sorted placement; the default, which is close, when shuffled.
  double runs(Ranks ranks, Range range) const override;
  Symmetry symmetry() const override {
    return placement_ == ZipfPlacement::sorted ? Symmetry::ranks : Symmetry::ranks_and_ranges;
  }
  std::string describe() const override;
  using FillIn::distinct;

  /// p_j of the (j+1)-th most frequent index.
  double frequency(std::uint64_t j) const;

  /// Variance of the number of distinct indices under sorted placement:
  /// sum_j q_j (1 - q_j) = E[K of 2P ranks] - E[K of P ranks], q_j = (1 - p_j)^P.
  double variance(Ranks ranks, Range range) const;

 private:
  double sorted(std::uint64_t ranks, Range range) const;

  std::uint64_t universe_;
  double nnz_;
  double exponent_;
  ZipfPlacement placement_;
  double log_scale_;  // ln c
  QueryMemo memo_;
};

}  // namespace sparlab::model
