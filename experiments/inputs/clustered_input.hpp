#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/inputs/generated_input.hpp"
#include "experiments/inputs/random.hpp"

namespace sparlab::experiments::inputs {

/// A half-open interval of indices.
using Cluster = model::Range;

/// Splits `total` <= ring numbers into clusters of `cluster` (the last one may be smaller) and
/// places them on the ring of the numbers [0, ring). Every arrangement is equally likely, so every
/// number is covered with probability total/ring. Returns disjoint clusters in increasing order;
/// one that wraps around the end of the ring is returned as two.
std::vector<Cluster> random_clusters(std::uint64_t ring, std::uint64_t total, std::uint64_t cluster,
                                     Random& random);

/// Exactly k distinct indices per rank, in clusters of contiguous indices at random places. A share
/// of the clusters is common to all ranks; every rank places the others in the rest of the
/// universe, independently of other ranks.
class ClusteredInput final : public GeneratedInput {
 public:
  /// nnz <= universe; cluster >= 1 is the size of a cluster; overlap in [0, 1] is rounded to whole
  /// clusters.
  ClusteredInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t cluster, double overlap,
                 std::uint64_t seed);

  double mean_nnz() const override { return static_cast<double>(common_nnz_ + own_nnz_); }
  std::shared_ptr<const model::FillIn> fill_in() const override;

 private:
  std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const override;

  std::uint64_t cluster_;
  std::uint64_t common_nnz_;
  std::uint64_t own_nnz_;
  std::vector<Cluster> common_;
};

}  // namespace sparlab::experiments::inputs
