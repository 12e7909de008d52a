#include "model/fill_in/extreme_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::model {

EvenFillIn::EvenFillIn(std::uint64_t universe, double nnz, bool disjoint)
    : universe_(universe), nnz_(nnz), disjoint_(disjoint) {
  SPARLAB_EXPECTS(universe >= 1 && nnz >= 0 && nnz <= static_cast<double>(universe));
}

double EvenFillIn::runs(Ranks ranks, Range range) const {
  if (range.size() == 0) return 0;
  const double held = density(ranks.count);
  const auto boundaries = static_cast<double>(range.size() - 1);
  return held + boundaries * std::min(held, 1 - held);
}

double EvenFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(block >= 1);
  const double held = density(ranks.count);
  return sum_over_blocks(range, block, [&](std::uint64_t indices) {
    return std::min(1.0, static_cast<double>(indices) * held);
  });
}

double EvenFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  const auto size = static_cast<double>(range.size());
  if (disjoint_) return size * density(ranks.count);
  return ranks.count == 0 ? 0 : nnz_ * (size / static_cast<double>(universe_));
}

double EvenFillIn::density(std::uint64_t ranks) const {
  const double one = nnz_ / static_cast<double>(universe_);
  return disjoint_ ? std::min(1.0, static_cast<double>(ranks) * one) : ranks == 0 ? 0 : one;
}

std::string EvenFillIn::describe() const {
  return fmt::format("{}(N={}, k={:.10g})", disjoint_ ? "disjoint" : "identical", universe_, nnz_);
}

}  // namespace sparlab::model
