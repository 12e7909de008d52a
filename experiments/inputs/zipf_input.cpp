#include "experiments/inputs/zipf_input.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/inputs/radix_sort.hpp"
#include "experiments/inputs/random.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments::inputs {
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

}  // namespace sparlab::experiments::inputs
