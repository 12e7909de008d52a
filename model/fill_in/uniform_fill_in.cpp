#include "model/fill_in/uniform_fill_in.hpp"

#include <fmt/format.h>

#include <numeric>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

double checked_block_count(std::uint64_t universe, std::uint64_t block) {
  SPARLAB_EXPECTS(block >= 1 && block <= universe);
  return static_cast<double>(block_count(universe, block));
}

}  // namespace

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

std::string UniformFillIn::describe() const {
  return fmt::format("uniform(N={}, k={:.10g})", universe_, nnz_);
}

BlockFillIn::BlockFillIn(std::uint64_t universe, double nnz, std::uint64_t block)
    : universe_(universe),
      nnz_(nnz),
      block_(block),
      blocks_(checked_block_count(universe, block)),
      draws_(blocks_, blocks_ * (nnz / static_cast<double>(universe))) {}

double BlockFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  return static_cast<double>(range.size()) * draws_.held(ranks.count);
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

std::string BlockFillIn::describe() const {
  return fmt::format("block(N={}, k={:.10g}, b={})", universe_, nnz_, block_);
}

}  // namespace sparlab::model
