#include "model/fill_in/live_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"
#include "model/fill_in/placed_fill_in.hpp"

namespace sparlab::model {

std::uint64_t live_elements(const FillIn& fill_in, std::uint64_t ranks, std::uint64_t block) {
  const std::uint64_t universe = fill_in.universe();
  const std::uint64_t blocks = block_count(universe, block);
  if (blocks == 0) return 0;
  const Ranks all{0, ranks};
  const double live = fill_in.live_blocks(all, {0, universe}, block);
  const Range last = block_range({0, universe}, block, blocks - 1);
  const double last_live = fill_in.symmetry() == Symmetry::none
                               ? fill_in.live_blocks(all, last, block)
                               : live / static_cast<double>(blocks);
  const double elements = (live - last_live) * static_cast<double>(block) +
                          last_live * static_cast<double>(last.size());
  return std::min(universe, static_cast<std::uint64_t>(std::llround(elements)));
}

BlockHolders::BlockHolders(const FillIn& fill_in, std::uint64_t ranks, std::uint64_t block)
    : fill_in_(&fill_in), symmetry_(fill_in.symmetry()), ranks_(ranks), block_(block) {
  SPARLAB_EXPECTS(ranks >= 1 && block >= 1);
  const std::uint64_t blocks = block_count(fill_in.universe(), block);
  if (symmetry_ != Symmetry::ranks_and_ranges || blocks == 0) return;
  const Range whole{0, fill_in.universe()};
  live_ = fill_in.live_blocks({0, ranks}, whole, block) / static_cast<double>(blocks);
  held_ = fill_in.live_blocks({0, 1}, whole, block) / static_cast<double>(blocks);
  mean_holders_ = mean_holders(0);
}

double BlockHolders::touched(Ranks ranks, std::uint64_t number) const {
  if (symmetry_ == Symmetry::ranks_and_ranges) return ranks.count == 1 ? held_ : live_;
  const Range range = block_range({0, fill_in_->universe()}, block_, number);
  if (symmetry_ == Symmetry::none) return fill_in_->live_blocks(ranks, range, block_);
  const auto size = static_cast<double>(range.size());
  const double density = std::min(1.0, fill_in_->distinct(ranks, range) / size);
  return -std::expm1(size * std::log1p(-density));
}

double BlockHolders::mean_holders(std::uint64_t number) const {
  SPARLAB_EXPECTS(is_pattern());
  const double share = touched({0, 1}, number) / touched({0, ranks_}, number);
  return static_cast<double>(ranks_) * share;
}

bool BlockHolders::is_placed() const {
  const PlacedFillIn* const places = fill_in_->places();
  return places != nullptr && ranks_ <= places->ranks();
}

RankSet BlockHolders::holders_of(std::uint64_t number) const {
  SPARLAB_EXPECTS(is_placed());
  return fill_in_->places()->holders_in(block_range({0, fill_in_->universe()}, block_, number));
}

bool BlockHolders::holds(std::uint64_t rank, std::uint64_t number) const {
  if (!is_pattern()) return touched({rank, 1}, number) > 0;
  if (!is_live(number)) return false;
  return is_in(holders(number), rank);
}

}  // namespace sparlab::model
