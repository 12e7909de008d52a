#include "inputs/sources/generated_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "inputs/files/random.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/clustered_fill_in.hpp"
#include "model/fill_in/placed_fill_in.hpp"
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

/// Maps runs of numbers that count only the indices outside the common clusters to runs of indices.
/// Common clusters cut them.
std::vector<Cluster> spread_around(const std::vector<Cluster>& common,
                                   const std::vector<Cluster>& runs) {
  std::vector<Cluster> spread;
  std::uint64_t passed = 0;  // common indices below the current one
  auto next = common.begin();
  for (auto [lo, hi] : runs) {
    while (lo < hi) {
      while (next != common.end() && next->lo <= lo + passed) passed += (next++)->size();
      const std::uint64_t end = next != common.end() ? std::min(hi, next->lo - passed) : hi;
      spread.push_back({lo + passed, end + passed});
      lo = end;
    }
  }
  return spread;
}

bool lies_before(Cluster a, Cluster b) { return a.lo < b.lo; }

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

RunsInput::RunsInput(std::uint64_t universe, std::uint64_t run, std::uint64_t ranks,
                     std::uint64_t seed)
    : GeneratedInput(universe, seed), run_(std::min(run, universe)), ranks_(ranks) {
  SPARLAB_EXPECTS(run >= 1 && ranks >= 1);
}

std::shared_ptr<const model::FillIn> RunsInput::fill_in() const {
  std::call_once(placed_, [this] { fill_in_ = has_few_runs() ? placed() : expected_fill_in(); });
  return fill_in_;
}

bool RunsInput::has_few_runs() const {
  using Placed = model::PlacedFillIn;
  return ranks_ <= Placed::kMostRanks && runs_of_rank() <= Placed::kMostRuns / ranks_;
}

std::shared_ptr<const model::FillIn> RunsInput::placed() const {
  std::vector<std::vector<Cluster>> runs;
  for (std::uint64_t rank = 0; rank < ranks_; ++rank) runs.push_back(rank_runs(rank));
  return std::make_shared<model::PlacedFillIn>(universe(), runs);
}

std::vector<std::uint64_t> RunsInput::rank_indices(std::uint64_t rank) const {
  const std::vector<Cluster> runs = rank_runs(rank);
  std::uint64_t count = 0;
  for (const Cluster run : runs) count += run.size();
  std::vector<std::uint64_t> indices;
  indices.reserve(static_cast<std::size_t>(count));
  for (const Cluster run : runs)
    for (std::uint64_t index = run.lo; index < run.hi; ++index) indices.push_back(index);
  return indices;
}

BlockInput::BlockInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t block,
                       std::uint64_t ranks, std::uint64_t seed)
    : RunsInput(universe, block, ranks, seed) {
  SPARLAB_EXPECTS(nnz <= universe);
  blocks_ = model::block_count(universe, run());
  chosen_ = round_to_blocks(universe, nnz, blocks_);
}

double BlockInput::mean_nnz() const {
  return static_cast<double>(universe()) *
         (static_cast<double>(chosen_) / static_cast<double>(blocks_));
}

std::shared_ptr<const model::FillIn> BlockInput::expected_fill_in() const {
  return std::make_shared<model::BlockFillIn>(universe(), mean_nnz(), run());
}

std::vector<Cluster> BlockInput::rank_runs(std::uint64_t rank) const {
  Random random(seed(), Purpose::indices, rank);
  std::vector<Cluster> runs;
  for (const std::uint64_t block : random_subset(blocks_, chosen_, random))
    runs.push_back(model::block_range({0, universe()}, run(), block));
  return runs;
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
  std::ranges::sort(clusters, lies_before);
  return clusters;
}

ClusteredInput::ClusteredInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t cluster,
                               double overlap, std::uint64_t ranks, std::uint64_t seed)
    : RunsInput(universe, cluster, ranks, seed) {
  SPARLAB_EXPECTS(nnz <= universe && overlap >= 0 && overlap <= 1);
  const auto clusters = static_cast<double>(clusters_of(nnz, run()));
  const auto shared = static_cast<std::uint64_t>(std::round(overlap * clusters));
  common_nnz_ = std::min(shared * run(), nnz);
  own_nnz_ = nnz - common_nnz_;
  Random random(seed, Purpose::common_clusters, 0);
  common_ = random_clusters(universe, common_nnz_, run(), random);
}

std::uint64_t ClusteredInput::runs_of_rank() const {
  return clusters_of(common_nnz_, run()) + clusters_of(own_nnz_, run());
}

std::shared_ptr<const model::FillIn> ClusteredInput::expected_fill_in() const {
  return std::make_shared<model::ClusteredFillIn>(universe(), static_cast<double>(common_nnz_),
                                                  static_cast<double>(own_nnz_), run());
}

std::vector<Cluster> ClusteredInput::rank_runs(std::uint64_t rank) const {
  Random random(seed(), Purpose::indices, rank);
  const std::vector<Cluster> own =
      spread_around(common_, random_clusters(universe() - common_nnz_, own_nnz_, run(), random));
  std::vector<Cluster> runs;
  runs.reserve(own.size() + common_.size());
  std::ranges::merge(own, common_, std::back_inserter(runs), lies_before);
  return runs;
}

}  // namespace sparlab::inputs
