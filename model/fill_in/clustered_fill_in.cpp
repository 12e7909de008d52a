#include "model/fill_in/clustered_fill_in.hpp"

#include <fmt/format.h>

#include "model/contract.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {

ClusteredFillIn::ClusteredFillIn(std::uint64_t universe, double common_nnz, double own_nnz)
    : universe_(universe), common_nnz_(common_nnz), own_nnz_(own_nnz) {
  SPARLAB_EXPECTS(universe >= 1 && common_nnz >= 0 && own_nnz >= 0);
  SPARLAB_EXPECTS(common_nnz + own_nnz <= static_cast<double>(universe));
}

double ClusteredFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (ranks.count == 0) return 0;
  const auto indices = static_cast<double>(universe_);
  const double rest = indices - common_nnz_;
  const double own = rest > 0 ? rest * EqualDraws(rest, own_nnz_).held(ranks.count) : 0;
  return static_cast<double>(range.size()) / indices * (common_nnz_ + own);
}

std::string ClusteredFillIn::describe() const {
  return fmt::format("clustered(N={}, common k={:.10g}, own k={:.10g})", universe_, common_nnz_,
                     own_nnz_);
}

}  // namespace sparlab::model
