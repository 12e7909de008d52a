#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The best and the worst case: the union of any ranks is spread evenly over the universe, so that
/// a window of w indices holds the integer below or above w * density of them.
class EvenFillIn : public FillIn {
 public:
  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  /// Up to density 1/2 held indices are isolated, above it free indices are.
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

 protected:
  /// 0 <= nnz <= universe.
  EvenFillIn(std::uint64_t universe, double nnz, bool disjoint);

 private:
  /// Share of the universe that `ranks` ranks hold together.
  double density(std::uint64_t ranks) const;

  std::uint64_t universe_;
  double nnz_;
  bool disjoint_;
};

/// The best case: all ranks hold the same k indices, K = k for any number of ranks.
class IdenticalFillIn final : public EvenFillIn {
 public:
  IdenticalFillIn(std::uint64_t universe, double nnz) : EvenFillIn(universe, nnz, false) {}
};

/// The worst case: no two ranks share an index until the universe is full: K = min(N, P*k).
class DisjointFillIn final : public EvenFillIn {
 public:
  DisjointFillIn(std::uint64_t universe, double nnz) : EvenFillIn(universe, nnz, true) {}
};

}  // namespace sparlab::model
