#include "algos/kernels/dense.hpp"

#include <algorithm>
#include <array>

#include "algos/kernels/instantiate.hpp"

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

#define SPARLAB_INSTANTIATE(Value, Index)                                                       \
  template void scatter(CooView<Value, Index>, std::uint64_t, const Reduction<Value>&, Value*); \
  template void scatter_left(CooView<Value, Index>, std::uint64_t, const Reduction<Value>&, Value*);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template void combine(const float*, const float*, std::size_t, const Reduction<float>&, float*);
template void combine(const double*, const double*, std::size_t, const Reduction<double>&, double*);

}  // namespace sparlab::algos::kernels
