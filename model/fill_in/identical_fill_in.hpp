#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The best case: all ranks hold the same k indices, spread evenly over the universe, so that
/// K = k for any number of ranks.
class IdenticalFillIn final : public FillIn {
 public:
  /// 0 <= nnz <= universe.
  IdenticalFillIn(std::uint64_t universe, double nnz);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

 private:
  double density(std::uint64_t ranks) const;

  std::uint64_t universe_;
  double nnz_;
};

}  // namespace sparlab::model
