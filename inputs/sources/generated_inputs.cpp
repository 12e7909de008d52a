#include "inputs/sources/generated_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "inputs/files/random.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/clustered_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::inputs {

GeneratedInput::GeneratedInput(std::uint64_t universe, std::uint64_t seed)
    : universe_(universe), seed_(seed) {
  SPARLAB_EXPECTS(universe >= 1);
}

std::uint64_t GeneratedInput::max_ranks() const {
  return std::numeric_limits<std::uint64_t>::max();
}

Entries GeneratedInput::rank_entries(std::uint64_t rank) const {
  Entries entries;
  entries.indices = rank_indices(rank);
  entries.values.reserve(entries.indices.size());
  const Random random(seed_, Purpose::values, rank);
  for (const std::uint64_t index : entries.indices) {
    const auto step = static_cast<int>(random.at(index) >> 60);  // 0..15
    entries.values.push_back(step < 8 ? step - 8 : step - 7);
  }
  return entries;
}

UniformInput::UniformInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t seed)
    : GeneratedInput(universe, seed), nnz_(nnz) {
  SPARLAB_EXPECTS(nnz <= universe);
}

std::shared_ptr<const model::FillIn> UniformInput::fill_in() const {
  return std::make_shared<model::UniformFillIn>(universe(), mean_nnz());
}

std::vector<std::uint64_t> UniformInput::rank_indices(std::uint64_t rank) const {
  Random random(seed(), Purpose::indices, rank);
  return random_subset(universe(), nnz_, random);
}

namespace {

/// Appends each index of [lo, hi) with its own probability, which must decrease from lo on:
/// candidates are found by geometric jumps with the probability of lo, then thinned.
void draw(const model::ZipfFillIn& law, std::uint64_t lo, std::uint64_t hi, Random& random,
          std::vector<std::uint64_t>& indices) {
  const double highest = law.frequency(lo);
  const double log_miss = std::log1p(-highest);
  for (std::uint64_t index = lo; index < hi; ++index) {
    const double jump = std::floor(std::log(random.unit()) / log_miss);
    if (!(jump < static_cast<double>(hi - index))) return;
    index += static_cast<std::uint64_t>(jump);
    if (random.unit() * highest <= law.frequency(index)) indices.push_back(index);
  }
}

model::ZipfPlacement placement(bool shuffled) {
  return shuffled ? model::ZipfPlacement::shuffled : model::ZipfPlacement::sorted;
}

std::uint64_t round_to_blocks(std::uint64_t universe, std::uint64_t nnz, std::uint64_t blocks) {
  if (nnz == 0) return 0;
  const double share = static_cast<double>(nnz) / static_cast<double>(universe);
  const double rounded = std::round(share * static_cast<double>(blocks));
  return std::clamp(static_cast<std::uint64_t>(rounded), std::uint64_t{1}, blocks);
}

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

ZipfInput::ZipfInput(std::uint64_t universe, std::uint64_t nnz, double exponent, bool shuffled,
                     std::uint64_t seed)
    : GeneratedInput(universe, seed),
      nnz_(nnz),
      exponent_(exponent),
      shuffled_(shuffled),
      law_(std::make_shared<model::ZipfFillIn>(universe, static_cast<double>(nnz), exponent,
                                               placement(shuffled))),
      permutation_(universe, seed) {}

std::vector<std::uint64_t> ZipfInput::rank_indices(std::uint64_t rank) const {
  std::vector<std::uint64_t> indices;
  if (nnz_ == 0) return indices;
  Random random(seed(), Purpose::indices, rank);
  // Within a piece the probability decreases by at most a factor of two.
  const double ratio = std::exp2(1 / std::max(1.0, exponent_));
  for (std::uint64_t lo = 0; lo < universe();) {
    const double end = std::floor(static_cast<double>(lo + 1) * ratio);
    const std::uint64_t hi = end < static_cast<double>(universe())
                                 ? std::max(lo + 1, static_cast<std::uint64_t>(end) - 1)
                                 : universe();
    draw(*law_, lo, hi, random, indices);
    lo = hi;
  }
  if (shuffled_) {
    for (std::uint64_t& index : indices) index = permutation_(index);
    radix_sort(indices, universe());
  }
  return indices;
}

BlockInput::BlockInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t block,
                       std::uint64_t seed)
    : GeneratedInput(universe, seed), block_(std::min(block, universe)) {
  SPARLAB_EXPECTS(nnz <= universe && block >= 1);
  blocks_ = (universe - 1) / block_ + 1;
  chosen_ = round_to_blocks(universe, nnz, blocks_);
}

double BlockInput::mean_nnz() const {
  return static_cast<double>(universe()) *
         (static_cast<double>(chosen_) / static_cast<double>(blocks_));
}

std::shared_ptr<const model::FillIn> BlockInput::fill_in() const {
  return std::make_shared<model::BlockFillIn>(universe(), mean_nnz(), block_);
}

std::vector<std::uint64_t> BlockInput::rank_indices(std::uint64_t rank) const {
  Random random(seed(), Purpose::indices, rank);
  std::vector<std::uint64_t> indices;
  indices.reserve(static_cast<std::size_t>(chosen_ * block_));
  for (const std::uint64_t block : random_subset(blocks_, chosen_, random)) {
    const std::uint64_t end = block + 1 == blocks_ ? universe() : (block + 1) * block_;
    for (std::uint64_t index = block * block_; index < end; ++index) indices.push_back(index);
  }
  return indices;
}

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
       random_clusters(universe() - common_nnz_, own_nnz_, cluster_, random))
    append(own, cluster);
  spread_around(common_, own);

  std::vector<std::uint64_t> common;
  common.reserve(static_cast<std::size_t>(common_nnz_));
  for (const Cluster cluster : common_) append(common, cluster);
  std::vector<std::uint64_t> indices;
  indices.reserve(own.size() + common.size());
  std::merge(own.begin(), own.end(), common.begin(), common.end(), std::back_inserter(indices));
  return indices;
}

}  // namespace sparlab::inputs
