#include "algos/error_feedback/held_back.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/kernels/merge.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::error_feedback {
namespace {

template <class Value, class Index>
SparseStream<Value, Index> sum_of_coo(const SparseStream<Value, Index>& a,
                                      const SparseStream<Value, Index>& b) {
  CooBuilder<Value, Index> builder(a.range(), a.count() + b.count());
  const std::size_t count =
      kernels::merge(a.view(), b.view(), Reduction<Value>::sum(), builder.out());
  return std::move(builder).finish(count);
}

template <class Value, class Index>
SparseStream<Value, Index> sum_of(SparseStream<Value, Index> a, SparseStream<Value, Index> b) {
  SPARLAB_EXPECTS(a.range() == b.range());
  if (a.format() == Format::coo && b.format() == Format::coo) return sum_of_coo(a, b);
  if (a.format() == Format::coo) std::swap(a, b);
  if (!a.unique()) a = a.clone();
  const auto op = Reduction<Value>::sum();
  Value* const values = a.mutable_values().data();
  if (b.format() == Format::coo) {
    kernels::scatter(b.view(), a.range().lo, op, values);
  } else {
    kernels::combine(values, b.values().data(), b.values().size(), op, values);
  }
  return a;
}

/// `stream` without the entries at `indices`, which are sorted.
template <class Value, class Index>
SparseStream<Value, Index> without(const SparseStream<Value, Index>& stream,
                                   std::span<const Index> indices) {
  if (stream.format() == Format::dense) {
    SparseStream<Value, Index> rest = stream.clone();
    const auto values = rest.mutable_values();
    for (const Index index : indices) {
      values[static_cast<std::size_t>(index - stream.range().lo)] = Value{0};
    }
    return rest;
  }
  CooBuilder<Value, Index> builder(stream.range(), stream.count());
  const auto out = builder.out();
  std::size_t kept = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < stream.indices().size(); ++i) {
    const Index index = stream.indices()[i];
    while (next < indices.size() && indices[next] < index) ++next;
    if (next < indices.size() && indices[next] == index) continue;
    out.indices[kept] = index;
    out.values[kept++] = stream.values()[i];
  }
  return std::move(builder).finish(kept);
}

/// The indices that a stream holds; all indices of its range if it is dense.
template <class Value, class Index>
std::vector<Index> indices_of(const SparseStream<Value, Index>& stream) {
  if (stream.format() == Format::coo) return {stream.indices().begin(), stream.indices().end()};
  std::vector<Index> all(static_cast<std::size_t>(stream.range().size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = static_cast<Index>(stream.range().lo + i);
  }
  return all;
}

}  // namespace

template <class Value, class Index>
SparseStream<Value, Index> left_of(const SparseStream<Value, Index>& stream,
                                   const SparseStream<Value, Index>& sent) {
  const std::vector<Index> cleared = indices_of(sent);
  return without<Value, Index>(stream, cleared);
}

template <class Value, class Index>
SparseStream<Value, Index> HeldBack<SparseStream<Value, Index>>::take_with(Stream input) {
  if (held_.count() == 0) return input;
  return sum_of(std::move(input), std::exchange(held_, Stream{}));
}

template <class Value, class Index>
void HeldBack<SparseStream<Value, Index>>::hold_all_but(const Stream& accumulated,
                                                        const Stream& sent) {
  held_ = left_of(accumulated, sent);
}

template <class Value, class Index>
void HeldBack<SparseStream<Value, Index>>::hold_all_but_common(const Stream& accumulated,
                                                               const Stream& sent,
                                                               const Stream& selected) {
  std::vector<Index> cleared = indices_of(sent);
  if (selected.format() == Format::coo) {
    std::vector<Index> common;
    std::ranges::set_intersection(cleared, selected.indices(), std::back_inserter(common));
    cleared = std::move(common);
  }
  held_ = without<Value, Index>(accumulated, cleared);
}

template <class Value, class Index>
void HeldBack<SparseStream<Value, Index>>::add(const Stream& more) {
  if (more.count() == 0) return;
  held_ = held_.count() == 0 ? more : sum_of(std::exchange(held_, Stream{}), more);
}

template <class Value, class Index>
void HeldBack<SparseStream<Value, Index>>::add_parts(const std::vector<Stream>& parts,
                                                     Range whole) {
  std::uint64_t entries = 0;
  std::vector<kernels::CooView<Value, Index>> views;
  for (const Stream& part : parts) {
    views.push_back(part.view());
    entries += part.count();
  }
  CooBuilder<Value, Index> builder(whole, std::min(entries, whole.size()));
  const std::size_t count = kernels::merge_many<Value, Index>(
      views, whole.lo, whole.hi, Reduction<Value>::sum(), builder.out());
  add(std::move(builder).finish(count));
}

#define SPARLAB_INSTANTIATE(V, I)              \
  template class HeldBack<SparseStream<V, I>>; \
  template SparseStream<V, I> left_of(const SparseStream<V, I>&, const SparseStream<V, I>&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::error_feedback
