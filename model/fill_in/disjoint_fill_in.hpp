#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The worst case: no two ranks share an index until the universe is full, every rank's indices
/// are spread evenly over it, so that K = min(N, P*k).
class DisjointFillIn final : public FillIn {
 public:
  /// 0 <= nnz <= universe.
  DisjointFillIn(std::uint64_t universe, double nnz);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  std::uint64_t universe_;
  double nnz_;
};

}  // namespace sparlab::model
