#include "algos/error_feedback/held_back.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algos/kernels/dense.hpp"
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
  if (b.format() == Format::coo)
    kernels::scatter(b.view(), a.range().lo, op, values);
  else
    kernels::combine(values, b.values().data(), b.values().size(), op, values);
  return a;
}

/// `stream` without the entries at `indices`, which are sorted.
template <class Value, class Index>
SparseStream<Value, Index> without(const SparseStream<Value, Index>& stream,
                                   std::span<const Index> indices) {
  if (stream.format() == Format::dense) {
    SparseStream<Value, Index> rest = stream.clone();
    const auto values = rest.mutable_values();
    for (const Index index : indices)
      values[static_cast<std::size_t>(index - stream.range().lo)] = Value{0};
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
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(stream.range().lo + i);
  return all;
}

}  // namespace

Stream left_of(const Stream& stream, const Stream& sent) {
  return stream.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return {};
    else
      return without<typename One::value_type, typename One::index_type>(
          one, indices_of(sent.as<One>()));
  });
}

Stream HeldBack::take_with(Stream input) {
  if (held_.count() == 0) return input;
  return std::move(input).visit([&]<class One>(One&& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return std::forward<One>(one);
    else
      return sum_of(std::forward<One>(one), std::exchange(held_, Stream{}).template as<One>());
  });
}

void HeldBack::hold_all_but(const Stream& accumulated, const Stream& sent) {
  held_ = left_of(accumulated, sent);
}

void HeldBack::hold_all_but_common(const Stream& accumulated, const Stream& sent,
                                   const Stream& selected) {
  held_ = accumulated.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return {};
    } else {
      using Index = typename One::index_type;
      std::vector<Index> cleared = indices_of(sent.as<One>());
      if (selected.format() == Format::coo) {
        std::vector<Index> common;
        std::ranges::set_intersection(cleared, selected.as<One>().indices(),
                                      std::back_inserter(common));
        cleared = std::move(common);
      }
      return without<typename One::value_type, Index>(one, cleared);
    }
  });
}

void HeldBack::add(const Stream& more) {
  if (more.count() == 0) return;
  held_ = more.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return {};
    else
      return held_.count() == 0 ? one
                                : sum_of(std::exchange(held_, Stream{}).template as<One>(), one);
  });
}

void HeldBack::add_parts(const std::vector<Stream>& parts, Range whole) {
  if (parts.empty()) return;
  with_type(parts.front().type(), [&]<class One>() {
    if constexpr (!is_counted_v<One>) {
      using Value = typename One::value_type;
      using Index = typename One::index_type;
      std::uint64_t entries = 0;
      std::vector<kernels::CooView<Value, Index>> views;
      for (const Stream& part : parts) {
        views.push_back(part.as<One>().view());
        entries += part.as<One>().count();
      }
      CooBuilder<Value, Index> builder(whole, std::min(entries, whole.size()));
      const std::size_t count = kernels::merge_many<Value, Index>(
          views, whole.lo, whole.hi, Reduction<Value>::sum(), builder.out());
      add(std::move(builder).finish(count));
    }
  });
}

namespace {

Stream scaled(const Stream& stream, double factor) {
  return stream.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return one;
    } else {
      using Value = typename One::value_type;
      One product = one.clone();
      for (Value& value : product.mutable_values()) value *= static_cast<Value>(factor);
      return product;
    }
  });
}

}  // namespace

Stream HeldVelocity::advance(Stream gradient) {
  if (options_.momentum == 0 || gradient.is_counted()) return gradient;
  Stream velocity = decayed_.take_with(gradient);
  decayed_.add(scaled(velocity, options_.momentum));
  if (!options_.nesterov) return velocity;
  HeldBack ahead;
  ahead.add(velocity);
  return ahead.take_with(std::move(gradient));
}

void HeldVelocity::mask(const Stream& sent) {
  if (options_.momentum == 0) return;
  decayed_.hold_all_but(decayed_.stream(), sent);
}

}  // namespace sparlab::algos::error_feedback
