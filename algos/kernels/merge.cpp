#include "algos/kernels/merge.hpp"

#include <algorithm>
#include <cstddef>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/kernels/interleaved_merge.hpp"

namespace sparlab::algos::kernels {
namespace {

/// Union of a short stream and a much longer one: finds the position of each entry of `few` and
/// copies the entries in between. `combine(few value, many value)` gives the value where both hold
/// an index.
template <class Value, class Index, class Combine>
std::size_t merge_skewed(CooView<Value, Index> few, CooView<Value, Index> many, Combine combine,
                         CooOut<Value, Index> out) {
  std::size_t read = 0;
  std::size_t written = 0;
  const auto copy_until = [&](std::size_t end) {
    std::copy(many.indices + read, many.indices + end, out.indices + written);
    std::copy(many.values + read, many.values + end, out.values + written);
    written += end - read;
    read = end;
  };
  for (std::size_t i = 0; i < few.count; ++i) {
    copy_until(gallop(many.indices, read, many.count, few.indices[i]));
    const bool both = read < many.count && many.indices[read] == few.indices[i];
    out.indices[written] = few.indices[i];
    out.values[written] = both ? combine(few.values[i], many.values[read]) : few.values[i];
    read += both;
    ++written;
  }
  copy_until(many.count);
  return written;
}

// From this ratio on, searching for each entry of the shorter stream is faster than stepping
// through the longer one.
constexpr std::size_t kSkew = 16;

template <class Value, class Index, class Op>
std::size_t union_of(CooView<Value, Index> a, CooView<Value, Index> b, Op op,
                     CooOut<Value, Index> out) {
  if (a.count < b.count / kSkew) return merge_skewed(a, b, op, out);
  if (b.count < a.count / kSkew) {
    return merge_skewed(
        b, a, [op](Value b_value, Value a_value) { return op(a_value, b_value); }, out);
  }
  return InterleavedMerge<Value, Index, UnionRule<Op>>(a, b, {op}, out).run();
}

}  // namespace

template <class Value, class Index>
std::size_t merge(CooView<Value, Index> a, CooView<Value, Index> b, const Reduction<Value>& op,
                  CooOut<Value, Index> out) {
  return op.visit([&](auto function) { return union_of(a, b, function, out); });
}

#define SPARLAB_INSTANTIATE(Value, Index)                                  \
  template std::size_t merge(CooView<Value, Index>, CooView<Value, Index>, \
                             const Reduction<Value>&, CooOut<Value, Index>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::kernels
