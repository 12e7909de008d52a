#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {

/// Every rank holds k distinct indices, uniformly drawn from N, independently of other ranks.
///
/// E[K] = N(1 - (1 - k/N)^P), evaluated without cancellation. O(1) per query; stateless, so safe to
/// share between threads. Real inputs overlap more, so this over-predicts their fill-in.
/// Source  Renggli et al., SC'19, appendix B (there as an alternating sum).
class UniformFillIn final : public FillIn {
 public:
  /// `nnz` is k, or its mean; 0 <= nnz <= universe.
  UniformFillIn(std::uint64_t universe, double nnz);

  std::uint64_t universe() const override { return universe_; }
  double distinct(Ranks ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override;
  using FillIn::distinct;

  /// Variance of the number of distinct indices, exact for integer k.
  double variance(Ranks ranks, Range range) const;

 private:
  std::uint64_t universe_;
  double nnz_;
  EqualDraws draws_;
};

/// P* at which the expected union of uniform inputs of density d reaches `union_density` of the
/// universe: ln(1 - u) / ln(1 - d). With u = 1/2, where SparCML's pairs of 4-byte values and
/// indices are no smaller than dense, this is the uniform crossover from SSAR to DSAR.
double ranks_at_union_density(double density, double union_density = 0.5);

/// The inverse: the input density at which `ranks` uniform inputs reach `union_density`.
double density_at_switch(double ranks, double union_density = 0.5);

}  // namespace sparlab::model
