#include "model/fill_in/block_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/contract.hpp"

namespace sparlab::model {
namespace {

double block_count(std::uint64_t universe, std::uint64_t block) {
  SPARLAB_EXPECTS(block >= 1 && block <= universe);
  return static_cast<double>((universe - 1) / block + 1);
}

}  // namespace

BlockFillIn::BlockFillIn(std::uint64_t universe, double nnz, std::uint64_t block)
    : universe_(universe),
      nnz_(nnz),
      block_(block),
      blocks_(block_count(universe, block)),
      draws_(blocks_, blocks_ * (nnz / static_cast<double>(universe))) {}

double BlockFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  return static_cast<double>(range.size()) * draws_.held(ranks.count);
}

double BlockFillIn::distinct_blocks(std::uint64_t ranks) const {
  return blocks_ * draws_.held(ranks);
}

double BlockFillIn::variance(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (range.size() == 0) return 0;
  const auto size = static_cast<double>(range.size());
  const double squares = sum_of_squared_overlaps(range);
  const double sum = squares * draws_.variance(ranks.count) +
                     (size * size - squares) * draws_.covariance(ranks.count);
  return std::max(sum, 0.0);  // rounding, where the exact value is 0
}

/// sum over blocks of |block intersected with range|^2, for a range that is not empty.
double BlockFillIn::sum_of_squared_overlaps(Range range) const {
  const std::uint64_t first = range.lo / block_;
  const std::uint64_t last = (range.hi - 1) / block_;
  const auto squared = [](std::uint64_t overlap) {
    return static_cast<double>(overlap) * static_cast<double>(overlap);
  };
  if (first == last) return squared(range.size());
  return squared((first + 1) * block_ - range.lo) + squared(range.hi - last * block_) +
         static_cast<double>(last - first - 1) * squared(block_);
}

std::string BlockFillIn::describe() const {
  return fmt::format("block(N={}, k={:.10g}, b={})", universe_, nnz_, block_);
}

}  // namespace sparlab::model
