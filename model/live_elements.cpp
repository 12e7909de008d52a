#include "model/live_elements.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace sparlab::model
