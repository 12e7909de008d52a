#include "model/fill_in/identical_fill_in.hpp"

#include <fmt/format.h>

#include "model/base/contract.hpp"
#include "model/fill_in/even_spread.hpp"

namespace sparlab::model {

IdenticalFillIn::IdenticalFillIn(std::uint64_t universe, double nnz)
    : universe_(universe), nnz_(nnz) {
  SPARLAB_EXPECTS(universe >= 1 && nnz >= 0 && nnz <= static_cast<double>(universe));
}

double IdenticalFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (ranks.count == 0) return 0;
  return nnz_ * (static_cast<double>(range.size()) / static_cast<double>(universe_));
}

double IdenticalFillIn::density(std::uint64_t ranks) const {
  return ranks == 0 ? 0 : nnz_ / static_cast<double>(universe_);
}

double IdenticalFillIn::runs(Ranks ranks, Range range) const {
  return even_runs(density(ranks.count), range);
}

double IdenticalFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  return even_live_blocks(density(ranks.count), range, block);
}

std::string IdenticalFillIn::describe() const {
  return fmt::format("identical(N={}, k={:.10g})", universe_, nnz_);
}

}  // namespace sparlab::model
