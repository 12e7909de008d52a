#include "algos/kernels/dense.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::kernels {
namespace {

/// The user's function takes whole blocks and overwrites its left operand. Unless the caller asks
/// for exactly that, blocks go through a buffer, since out may be b and a must not change.
template <class Value>
void combine_by_user(const Value* a, const Value* b, std::size_t count, const Reduction<Value>& op,
                     Value* out) {
  if (out == a && out != b) return op.apply_user(out, b, count);
  constexpr std::size_t kBlock = 512;
  std::array<Value, kBlock> block;
  for (std::size_t done = 0; done < count; done += kBlock) {
    const std::size_t size = std::min(kBlock, count - done);
    std::copy_n(a + done, size, block.data());
    op.apply_user(block.data(), b + done, size);
    std::copy_n(block.data(), size, out + done);
  }
}

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
void scatter(CooView<Value, Index> input, std::uint64_t lo, const Reduction<Value>& op,
             Value* dense) {
  op.visit([&](auto function) {
    for (std::size_t i = 0; i < input.count; ++i) {
      Value& slot = dense[input.indices[i] - lo];
      slot = function(slot, input.values[i]);
    }
  });
}

template <class Value, class Index>
void scatter_left(CooView<Value, Index> input, std::uint64_t lo, const Reduction<Value>& op,
                  Value* dense) {
  op.visit([&](auto function) {
    for (std::size_t i = 0; i < input.count; ++i) {
      Value& slot = dense[input.indices[i] - lo];
      slot = function(input.values[i], slot);
    }
  });
}

template <class Value>
void combine(const Value* a, const Value* b, std::size_t count, const Reduction<Value>& op,
             Value* out) {
  if (op.kind() == ReductionKind::user) return combine_by_user(a, b, count, op, out);
  op.visit([&](auto function) {
  // Element i depends only on elements i, even if out is a or b.
#pragma GCC ivdep
    for (std::size_t i = 0; i < count; ++i) out[i] = function(a[i], b[i]);
  });
}

#define SPARLAB_INSTANTIATE(Value) \
  template void combine(const Value*, const Value*, std::size_t, const Reduction<Value>&, Value*);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template <class Value>
Present count_present(const Value* dense, std::size_t count, Value neutral) {
  if (count == 0) return {};
  // No branch, and counters of 32 bits, so that the compiler uses vector instructions.
  constexpr std::size_t kMost = std::size_t{1} << 30;
  const std::uint64_t first = dense[0] != neutral ? 1 : 0;
  Present present{first, first};
  for (std::size_t done = 1; done < count; done += kMost) {
    const Value* const values = dense + done;
    const Value* const before = values - 1;
    const std::size_t size = std::min(kMost, count - done);
    std::uint32_t entries = 0;
    std::uint32_t followers = 0;  // entries that continue a run
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t here = values[i] != neutral ? 1 : 0;
      entries += here;
      followers += here & (before[i] != neutral ? 1U : 0U);
    }
    present.entries += entries;
    present.runs += entries - followers;
  }
  return present;
}

template <class Value, class Index>
void gather_present(const Value* dense, std::size_t count, std::uint64_t lo, Value neutral,
                    std::uint64_t entries, CooOut<Value, Index> out) {
  // A block without entries is skipped at once. In any other no branch depends on an element: each
  // is written, and overwritten by the next one if it is neutral.
  constexpr std::size_t kBlock = 16;
  const auto write = [&](std::size_t begin, std::size_t size, CooOut<Value, Index> target) {
    std::size_t at = 0;
    for (std::size_t i = begin; i < begin + size; ++i) {
      target.indices[at] = static_cast<Index>(lo + i);
      target.values[at] = dense[i];
      at += dense[i] != neutral ? 1 : 0;
    }
  };
  std::size_t written = 0;
  for (std::size_t done = 0; done < count; done += kBlock) {
    const std::size_t size = std::min(kBlock, count - done);
    std::uint32_t present = 0;
    for (std::size_t i = 0; i < size; ++i) present += dense[done + i] != neutral ? 1 : 0;
    if (present == 0) continue;
    const CooOut<Value, Index> rest{out.indices + written, out.values + written};
    if (written + size <= entries) {
      write(done, size, rest);
    } else {  // what is overwritten could lie behind the end
      std::array<Index, kBlock> indices;
      std::array<Value, kBlock> values;
      write(done, size, {indices.data(), values.data()});
      std::copy_n(indices.data(), present, rest.indices);
      std::copy_n(values.data(), present, rest.values);
    }
    written += present;
  }
  SPARLAB_EXPECTS(written == entries);
}

#define SPARLAB_INSTANTIATE(Value) template Present count_present(const Value*, std::size_t, Value);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

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
    if (rest.front().dense != nullptr)
      sum = rest.front().dense + done;
    else
      std::fill_n(tile, width, op.neutral());
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

#define SPARLAB_INSTANTIATE(Value, Index)                                                       \
  template void scatter(CooView<Value, Index>, std::uint64_t, const Reduction<Value>&, Value*); \
  template void scatter_left(CooView<Value, Index>, std::uint64_t, const Reduction<Value>&,     \
                             Value*);                                                           \
  template void gather_present(const Value*, std::size_t, std::uint64_t, Value, std::uint64_t,  \
                               CooOut<Value, Index>);                                           \
  template void reduce_densely(std::span<const Operand<Value, Index>>, std::uint64_t,           \
                               const Reduction<Value>&, std::span<Value>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::kernels
