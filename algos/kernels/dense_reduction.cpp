#include "algos/kernels/dense_reduction.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/gallop.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::kernels {
namespace {

// 64 or 128 KiB: long enough for the loops over entries, and fits in second-level cache.
constexpr std::size_t kTile = std::size_t{1} << 14;

/// Removes the entries with indices below `bound` from the front and returns them.
template <class Value, class Index>
CooView<Value, Index> take_front(CooView<Value, Index>& rest, std::uint64_t bound) {
  const std::size_t count = gallop(rest.indices, 0, rest.count, bound);
  const CooView<Value, Index> front{rest.indices, rest.values, count};
  rest = {rest.indices + count, rest.values + count, rest.count - count};
  return front;
}

}  // namespace

template <class Value, class Index>
void reduce_densely(std::span<const Operand<Value, Index>> operands, std::uint64_t lo,
                    const Reduction<Value>& op, std::span<Value> out) {
  SPARLAB_EXPECTS(!operands.empty());
  std::vector<Operand<Value, Index>> rest(operands.begin(), operands.end());
  for (std::size_t done = 0; done < out.size(); done += kTile) {
    const std::size_t width = std::min(kTile, out.size() - done);
    Value* const tile = out.data() + done;
    // A dense first operand is not copied but read in place.
    const Value* sum = tile;
    if (rest.front().dense != nullptr) {
      sum = rest.front().dense + done;
    } else {
      std::fill_n(tile, width, op.neutral());
    }
    for (std::size_t i = 0; i < rest.size(); ++i) {
      Operand<Value, Index>& operand = rest[i];
      if (operand.dense == nullptr) {
        if (sum != tile) std::copy_n(sum, width, tile);
        scatter(take_front(operand.coo, lo + done + width), lo + done, op, tile);
        sum = tile;
      } else if (i > 0) {
        combine(sum, operand.dense + done, width, op, tile);
        sum = tile;
      }
    }
    if (sum != tile) std::copy_n(sum, width, tile);
  }
}

#define SPARLAB_INSTANTIATE(Value, Index)                                             \
  template void reduce_densely(std::span<const Operand<Value, Index>>, std::uint64_t, \
                               const Reduction<Value>&, std::span<Value>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::kernels
