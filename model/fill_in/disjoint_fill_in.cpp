#include "model/fill_in/disjoint_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/base/contract.hpp"
#include "model/fill_in/even_spread.hpp"

namespace sparlab::model {

DisjointFillIn::DisjointFillIn(std::uint64_t universe, double nnz)
    : universe_(universe), nnz_(nnz) {
  SPARLAB_EXPECTS(universe >= 1 && nnz >= 0 && nnz <= static_cast<double>(universe));
}

double DisjointFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  return static_cast<double>(range.size()) * density(ranks.count);
}

double DisjointFillIn::density(std::uint64_t ranks) const {
  return std::min(1.0, static_cast<double>(ranks) * (nnz_ / static_cast<double>(universe_)));
}

double DisjointFillIn::runs(Ranks ranks, Range range) const {
  return even_runs(density(ranks.count), range);
}

double DisjointFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  return even_live_blocks(density(ranks.count), range, block);
}

std::string DisjointFillIn::describe() const {
  return fmt::format("disjoint(N={}, k={:.10g})", universe_, nnz_);
}

}  // namespace sparlab::model
