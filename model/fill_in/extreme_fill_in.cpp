#include "model/fill_in/extreme_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::model {

EvenFillIn::EvenFillIn(std::uint64_t universe, double nnz) : universe_(universe), nnz_(nnz) {
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

double IdenticalFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe());
  if (ranks.count == 0) return 0;
  return nnz() * (static_cast<double>(range.size()) / static_cast<double>(universe()));
}

double IdenticalFillIn::density(std::uint64_t ranks) const {
  return ranks == 0 ? 0 : nnz() / static_cast<double>(universe());
}

std::string IdenticalFillIn::describe() const {
  return fmt::format("identical(N={}, k={:.10g})", universe(), nnz());
}

double DisjointFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe());
  return static_cast<double>(range.size()) * density(ranks.count);
}

double DisjointFillIn::density(std::uint64_t ranks) const {
  return std::min(1.0, static_cast<double>(ranks) * (nnz() / static_cast<double>(universe())));
}

std::string DisjointFillIn::describe() const {
  return fmt::format("disjoint(N={}, k={:.10g})", universe(), nnz());
}

}  // namespace sparlab::model
