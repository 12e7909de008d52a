#include "model/fill_in/even_spread.hpp"

#include <algorithm>

#include "model/base/contract.hpp"
#include "model/fill_in/block_cuts.hpp"

namespace sparlab::model {

double even_runs(double density, Range range) {
  if (range.size() == 0) return 0;
  const auto boundaries = static_cast<double>(range.size() - 1);
  return density + boundaries * std::min(density, 1 - density);
}

double even_live_blocks(double density, Range range, std::uint64_t block) {
  SPARLAB_EXPECTS(block >= 1);
  return sum_over_blocks(range, block, [&](std::uint64_t indices) {
    return std::min(1.0, static_cast<double>(indices) * density);
  });
}

}  // namespace sparlab::model
