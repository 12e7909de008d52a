#include "model/fill_in/clustered_fill_in.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "model/base/contract.hpp"
#include "model/base/range.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {
namespace {

/// ln of the probability that `window` neighbouring positions of a ring are free of clusters of
/// `cluster` positions each, which hold `held` positions in all. The f free positions fall into n
/// gaps, as many as clusters, and all distributions are equally likely (stars and bars). The first
/// position is free with probability f/ring, and each further one, given those before it, with
/// (f - i)/(f - i + n).
double log_window_free(double ring, double held, std::uint64_t cluster, std::uint64_t window) {
  if (held == 0) return 0;
  const double clusters = std::ceil(held / static_cast<double>(cluster));
  const double free = ring - held;
  if (static_cast<double>(window) > free) return -std::numeric_limits<double>::infinity();
  return std::log(free / ring) +
         log_falling_ratio(free - 1, free - 1 + clusters, static_cast<double>(window) - 1);
}

}  // namespace

ClusteredFillIn::ClusteredFillIn(std::uint64_t universe, double common_nnz, double own_nnz,
                                 std::uint64_t cluster)
    : universe_(universe), common_nnz_(common_nnz), own_nnz_(own_nnz), cluster_(cluster) {
  SPARLAB_EXPECTS(cluster >= 1);
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

/// Probability that `ranks` hold some of `window` >= 1 neighbouring indices.
double ClusteredFillIn::held_in_window(std::uint64_t ranks, std::uint64_t window) const {
  if (ranks == 0) return 0;
  const auto indices = static_cast<double>(universe_);
  const double log_free = log_window_free(indices, common_nnz_, cluster_, window) +
                          static_cast<double>(ranks) *
                              log_window_free(indices - common_nnz_, own_nnz_, cluster_, window);
  return -std::expm1(log_free);
}

/// A run starts where an index is held and the index before it is not.
double ClusteredFillIn::runs(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (range.size() == 0) return 0;
  const double held = held_in_window(ranks.count, 1);
  if (range.size() == 1) return held;
  const auto boundaries = static_cast<double>(range.size() - 1);
  return held + boundaries * (held_in_window(ranks.count, 2) - held);
}

double ClusteredFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_ && block >= 1);
  return sum_over_blocks(
      range, block, [&](std::uint64_t indices) { return held_in_window(ranks.count, indices); });
}

std::string ClusteredFillIn::describe() const {
  return fmt::format("clustered(N={}, common k={:.10g}, own k={:.10g}, c={})", universe_,
                     common_nnz_, own_nnz_, cluster_);
}

}  // namespace sparlab::model
