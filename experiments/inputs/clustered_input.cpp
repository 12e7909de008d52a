#include "experiments/inputs/clustered_input.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "experiments/inputs/random_subset.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/clustered_fill_in.hpp"

namespace sparlab::experiments::inputs {
namespace {

std::uint64_t clusters_of(std::uint64_t total, std::uint64_t cluster) {
  return total / cluster + (total % cluster != 0 ? 1 : 0);
}

void append(std::vector<std::uint64_t>& indices, Cluster cluster) {
  for (std::uint64_t index = cluster.lo; index < cluster.hi; ++index) indices.push_back(index);
}

/// Maps numbers that count only the indices outside the common clusters to indices of the universe.
void spread_around(const std::vector<Cluster>& common, std::vector<std::uint64_t>& numbers) {
  std::uint64_t passed = 0;  // common indices below the current one
  auto next = common.begin();
  for (std::uint64_t& number : numbers) {
    while (next != common.end() && next->lo <= number + passed) passed += (next++)->size();
    number += passed;
  }
}

}  // namespace

std::vector<Cluster> random_clusters(std::uint64_t ring, std::uint64_t total, std::uint64_t cluster,
                                     Random& random) {
  SPARLAB_EXPECTS(total <= ring && cluster >= 1);
  if (total == 0) return {};
  const std::uint64_t count = clusters_of(total, cluster);
  // The free numbers form `count` gaps, one after each cluster: stars and bars.
  const auto bars = random_subset(ring - total + count - 1, count - 1, random);
  const std::uint64_t turn = random.below(ring);
  std::vector<Cluster> clusters;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t gaps = i == 0 ? 0 : bars[static_cast<std::size_t>(i - 1)] - (i - 1);
    const std::uint64_t size = std::min(cluster, total - i * cluster);
    const std::uint64_t lo = (gaps + i * cluster + turn) % ring;
    clusters.push_back({lo, std::min(lo + size, ring)});
    if (lo + size > ring) clusters.push_back({0, lo + size - ring});
  }
  std::sort(clusters.begin(), clusters.end(), [](Cluster a, Cluster b) { return a.lo < b.lo; });
  return clusters;
}

ClusteredInput::ClusteredInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t cluster,
                               double overlap, std::uint64_t seed)
    : GeneratedInput(universe, seed), cluster_(std::min(cluster, universe)) {
  SPARLAB_EXPECTS(nnz <= universe && cluster >= 1 && overlap >= 0 && overlap <= 1);
  const auto clusters = static_cast<double>(clusters_of(nnz, cluster_));
  const auto shared = static_cast<std::uint64_t>(std::round(overlap * clusters));
  common_nnz_ = std::min(shared * cluster_, nnz);
  own_nnz_ = nnz - common_nnz_;
  Random random(seed, Purpose::common_clusters, 0);
  common_ = random_clusters(universe, common_nnz_, cluster_, random);
}

std::shared_ptr<const model::FillIn> ClusteredInput::fill_in() const {
  return std::make_shared<model::ClusteredFillIn>(universe(), static_cast<double>(common_nnz_),
                                                  static_cast<double>(own_nnz_), cluster_);
}

std::vector<std::uint64_t> ClusteredInput::rank_indices(std::uint64_t rank) const {
  Random random(seed(), Purpose::indices, rank);
  std::vector<std::uint64_t> own;
  own.reserve(static_cast<std::size_t>(own_nnz_));
  for (const Cluster cluster :
       random_clusters(universe() - common_nnz_, own_nnz_, cluster_, random)) {
    append(own, cluster);
  }
  spread_around(common_, own);

  std::vector<std::uint64_t> common;
  common.reserve(static_cast<std::size_t>(common_nnz_));
  for (const Cluster cluster : common_) append(common, cluster);
  std::vector<std::uint64_t> indices;
  indices.reserve(own.size() + common.size());
  std::merge(own.begin(), own.end(), common.begin(), common.end(), std::back_inserter(indices));
  return indices;
}

}  // namespace sparlab::experiments::inputs
