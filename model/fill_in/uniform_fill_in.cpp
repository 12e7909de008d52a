#include "model/fill_in/uniform_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"
#include "model/fill_in/block_cuts.hpp"

namespace sparlab::model {

UniformFillIn::UniformFillIn(std::uint64_t universe, double nnz)
    : universe_(universe), nnz_(nnz), draws_(static_cast<double>(universe), nnz) {}

double UniformFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  return static_cast<double>(range.size()) * draws_.held(ranks.count);
}

/// A run starts at the first index of the range if that is held, and at any other index that is
/// held if the index before it is not.
double UniformFillIn::runs(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (range.size() == 0) return 0;
  const auto boundaries = static_cast<double>(range.size() - 1);
  return draws_.held(ranks.count) + boundaries * draws_.held_one_not_other(ranks.count);
}

double UniformFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_ && block >= 1);
  return sum_over_blocks(
      range, block, [&](std::uint64_t indices) { return draws_.held_any(indices, ranks.count); });
}

double UniformFillIn::variance(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (range.size() == 0) return 0;
  const auto size = static_cast<double>(range.size());
  const double sum =
      size * (draws_.variance(ranks.count) + (size - 1) * draws_.covariance(ranks.count));
  return std::max(sum, 0.0);  // rounding, where the exact value is 0
}

std::string UniformFillIn::describe() const {
  return fmt::format("uniform(N={}, k={:.10g})", universe_, nnz_);
}

double ranks_at_union_density(double density, double union_density) {
  SPARLAB_EXPECTS(density > 0 && density < 1 && union_density > 0 && union_density < 1);
  return std::log1p(-union_density) / std::log1p(-density);
}

double density_at_switch(double ranks, double union_density) {
  SPARLAB_EXPECTS(ranks > 0 && union_density > 0 && union_density < 1);
  return -std::expm1(std::log1p(-union_density) / ranks);
}

}  // namespace sparlab::model
