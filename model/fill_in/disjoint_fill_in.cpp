#include "model/fill_in/disjoint_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/contract.hpp"

namespace sparlab::model {

DisjointFillIn::DisjointFillIn(std::uint64_t universe, double nnz)
    : universe_(universe), nnz_(nnz) {
  SPARLAB_EXPECTS(universe >= 1 && nnz >= 0 && nnz <= static_cast<double>(universe));
}

double DisjointFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  const auto indices = static_cast<double>(universe_);
  const double density = std::min(1.0, static_cast<double>(ranks.count) * (nnz_ / indices));
  return static_cast<double>(range.size()) * density;
}

std::string DisjointFillIn::describe() const {
  return fmt::format("disjoint(N={}, k={:.10g})", universe_, nnz_);
}

}  // namespace sparlab::model
