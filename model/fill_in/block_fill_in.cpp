#include "model/fill_in/block_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "model/base/contract.hpp"

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

/// Number of blocks that share an index with a range that is not empty.
std::uint64_t BlockFillIn::blocks_met(Range range) const {
  return (range.hi - 1) / block_ - range.lo / block_ + 1;
}

double BlockFillIn::runs(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (range.size() == 0) return 0;
  const auto boundaries = static_cast<double>(blocks_met(range) - 1);
  return draws_.held(ranks.count) + boundaries * draws_.held_one_not_other(ranks.count);
}

double BlockFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_ && block >= 1);
  if (range.size() == 0) return 0;
  const auto live = [&](std::uint64_t met) { return draws_.held_any(met, ranks.count); };
  const std::uint64_t first = range.lo / block;
  const std::uint64_t last = (range.hi - 1) / block;
  if (first == last) return live(blocks_met(range));
  const Range whole{(first + 1) * block, last * block};
  const double ends =
      live(blocks_met({range.lo, whole.lo})) + live(blocks_met({whole.hi, range.hi}));
  if (whole.size() == 0) return ends;
  // A whole query block meets `fewer` of the drawn blocks, or one more. Together they meet `met`:
  // one each, plus one per boundary between drawn blocks that is not a boundary between query
  // blocks.
  const std::uint64_t count = last - first - 1;
  const std::uint64_t fewer = (block - 1) / block_ + 1;
  const auto multiples_inside = [&](std::uint64_t step) {
    return (whole.hi - 1) / step - whole.lo / step;
  };
  const std::uint64_t common = block_ / std::gcd(block, block_);  // in steps of `block`
  const std::uint64_t met = count + multiples_inside(block_) -
                            ((whole.hi / block - 1) / common - whole.lo / block / common);
  const std::uint64_t more = met - count * fewer;
  return ends + static_cast<double>(count - more) * live(fewer) +
         (more == 0 ? 0 : static_cast<double>(more) * live(fewer + 1));
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
