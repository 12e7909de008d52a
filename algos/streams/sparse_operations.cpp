#include <algorithm>
#include <cstring>
#include <numeric>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/dense.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Work;
using runtime::WorkKind;

void charge(Comm& comm, WorkKind kind, std::uint64_t count) {
  comm.charge(Work{kind, static_cast<double>(count)});
}

template <class Value, class Index>
std::uint64_t payload_bytes(const SparseStream<Value, Index>& stream) {
  return stream.wire_bytes() - SparseStream<Value, Index>::kHeaderBytes;
}

template <class Value, class Index>
SparseStream<Value, Index> neutral_block(Comm& comm, Range range, const Reduction<Value>& op) {
  auto block = SparseStream<Value, Index>::uninitialised_dense(range);
  std::ranges::fill(block.mutable_values(), op.neutral());
  charge(comm, WorkKind::copy, range.size() * sizeof(Value));
  return block;
}

/// A stream with the same content whose block may be modified in place.
template <class Value, class Index>
SparseStream<Value, Index> own(SparseStream<Value, Index> stream) {
  return stream.unique() ? stream : stream.clone();
}

template <class Value, class Index>
SparseStream<Value, Index> merge_dense(Comm& comm, SparseStream<Value, Index> left,
                                       SparseStream<Value, Index> right,
                                       const Reduction<Value>& op) {
  charge(comm, WorkKind::dense_sum, left.count());
  auto out = left.unique()    ? left
             : right.unique() ? right
                              : SparseStream<Value, Index>::uninitialised_dense(left.range());
  auto* target = const_cast<Value*>(out.values().data());  // the block is not shared
  kernels::combine(left.values().data(), right.values().data(),
                   static_cast<std::size_t>(left.count()), op, target);
  return out;
}

/// Merges a coo and a dense stream, in either order.
template <class Value, class Index>
SparseStream<Value, Index> merge_mixed(Comm& comm, SparseStream<Value, Index> left,
                                       SparseStream<Value, Index> right,
                                       const Reduction<Value>& op) {
  const bool left_is_dense = left.format() == Format::dense;
  SparseStream<Value, Index> dense = own(std::move(left_is_dense ? left : right));
  const SparseStream<Value, Index>& coo = left_is_dense ? right : left;
  charge(comm, WorkKind::scatter, coo.count());
  const auto scatter =
      left_is_dense ? kernels::scatter<Value, Index> : kernels::scatter_left<Value, Index>;
  scatter(coo.view(), dense.range().lo, op, dense.mutable_values().data());
  return dense;
}

template <class Value, class Index>
SparseStream<Value, Index> merge_coo(Comm& comm, const SparseStream<Value, Index>& left,
                                     const SparseStream<Value, Index>& right,
                                     const Reduction<Value>& op) {
  charge(comm, WorkKind::merge, left.count() + right.count());
  CooBuilder<Value, Index> builder(left.range(), left.count() + right.count());
  const std::size_t count = kernels::merge(left.view(), right.view(), op, builder.out());
  return std::move(builder).finish(count);
}

template <class Value, class Index>
bool switches(std::uint64_t entries, Range range,
              const AllreduceOptions<SparseStream<Value, Index>>& options) {
  return options.dense_switch == DenseSwitch::at_delta &&
         SparseStream<Value, Index>::wire_format().goes_dense(
             static_cast<double>(entries), static_cast<double>(range.size()), options.formats);
}

template <class Value, class Index>
void copy_entries(const SparseStream<Value, Index>& stream, std::size_t from, std::size_t count,
                  kernels::CooOut<Value, Index> out, std::size_t at) {
  if (count == 0) return;
  std::memcpy(out.indices + at, stream.indices().data() + from, count * sizeof(Index));
  std::memcpy(out.values + at, stream.values().data() + from, count * sizeof(Value));
}

}  // namespace

template <class Value, class Index>
SparseStream<Value, Index> densify(Comm& comm, SparseStream<Value, Index> stream,
                                   const Reduction<Value>& op) {
  if (stream.format() == Format::dense) return stream;
  auto dense = neutral_block<Value, Index>(comm, stream.range(), op);
  charge(comm, WorkKind::scatter, stream.count());
  kernels::scatter(stream.view(), stream.range().lo, op, dense.mutable_values().data());
  return dense;
}

template <class Value, class Index>
SparseStream<Value, Index> merge(Comm& comm, SparseStream<Value, Index> left,
                                 SparseStream<Value, Index> right,
                                 const AllreduceOptions<SparseStream<Value, Index>>& options) {
  const Reduction<Value>& op = options.op;
  SPARLAB_EXPECTS(left.range() == right.range());
  const bool left_dense = left.format() == Format::dense;
  const bool right_dense = right.format() == Format::dense;
  if (left_dense && right_dense) {
    return merge_dense(comm, std::move(left), std::move(right), op);
  }
  if (!left_dense && !right_dense) {
    if (!switches(left.count() + right.count(), left.range(), options)) {
      return merge_coo(comm, left, right, op);
    }
    left = densify(comm, std::move(left), op);
  }
  return merge_mixed(comm, std::move(left), std::move(right), op);
}

template <class Value, class Index>
SparseStream<Value, Index> merge_all(Comm& comm, std::vector<SparseStream<Value, Index>> streams,
                                     const AllreduceOptions<SparseStream<Value, Index>>& options) {
  SPARLAB_EXPECTS(!streams.empty());
  if (streams.size() == 1) return std::move(streams.front());
  const Range range = streams.front().range();
  const bool all_coo = std::ranges::all_of(
      streams, [](const auto& stream) { return stream.format() == Format::coo; });
  std::uint64_t entries = 0;
  for (const auto& stream : streams) entries += stream.count();

  if (all_coo && !switches(entries, range, options)) {
    charge(comm, WorkKind::merge, entries);
    std::vector<kernels::CooView<Value, Index>> views;
    views.reserve(streams.size());
    for (const auto& stream : streams) views.push_back(stream.view());
    CooBuilder<Value, Index> builder(range, std::min(entries, range.size()));
    const std::size_t count =
        kernels::merge_many<Value, Index>(views, range.lo, range.hi, options.op, builder.out());
    return std::move(builder).finish(count);
  }
  auto sum = own(densify(comm, std::move(streams.front()), options.op));
  for (std::size_t i = 1; i < streams.size(); ++i) {
    sum = merge(comm, std::move(sum), std::move(streams[i]), options);
  }
  return sum;
}

template <class Value, class Index>
std::vector<SparseStream<Value, Index>> split(Comm& comm, const SparseStream<Value, Index>& stream,
                                              std::span<const std::uint64_t> boundaries) {
  SPARLAB_EXPECTS(boundaries.size() >= 2 && boundaries.front() == stream.range().lo &&
                  boundaries.back() == stream.range().hi);
  charge(comm, WorkKind::copy, payload_bytes(stream));
  std::vector<SparseStream<Value, Index>> parts;
  parts.reserve(boundaries.size() - 1);
  if (stream.format() == Format::dense) {
    for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
      parts.push_back(
          SparseStream<Value, Index>::uninitialised_dense({boundaries[i], boundaries[i + 1]}));
      const auto slice = stream.values().subspan(
          static_cast<std::size_t>(boundaries[i] - stream.range().lo), parts[i].values().size());
      std::ranges::copy(slice, parts[i].mutable_values().begin());
    }
    return parts;
  }
  const auto positions = kernels::split_positions(stream.indices(), boundaries);
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    const std::size_t count = positions[i + 1] - positions[i];
    CooBuilder<Value, Index> builder({boundaries[i], boundaries[i + 1]}, count);
    copy_entries(stream, positions[i], count, builder.out(), 0);
    parts.push_back(std::move(builder).finish(count));
  }
  return parts;
}

template <class Value, class Index>
SparseStream<Value, Index> concatenate(Comm& comm,
                                       const std::vector<SparseStream<Value, Index>>& parts,
                                       const Reduction<Value>& op) {
  SPARLAB_EXPECTS(!parts.empty());
  if (parts.size() == 1) return parts.front();
  const Range range{parts.front().range().lo, parts.back().range().hi};
  std::uint64_t entries = 0;
  bool dense = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    SPARLAB_EXPECTS(i == 0 || parts[i].range().lo == parts[i - 1].range().hi);
    entries += parts[i].count();
    dense = dense || parts[i].format() == Format::dense;
  }
  if (!dense) {
    CooBuilder<Value, Index> builder(range, entries);
    std::size_t at = 0;
    for (const auto& part : parts) {
      copy_entries(part, 0, static_cast<std::size_t>(part.count()), builder.out(), at);
      at += static_cast<std::size_t>(part.count());
    }
    charge(comm, WorkKind::copy, entries * SparseStream<Value, Index>::kEntryBytes);
    return std::move(builder).finish(entries);
  }
  auto whole = SparseStream<Value, Index>::uninitialised_dense(range);
  Value* const values = whole.mutable_values().data();
  for (const auto& part : parts) {
    Value* const block = values + (part.range().lo - range.lo);
    if (part.format() == Format::dense) {
      std::ranges::copy(part.values(), block);
    } else {
      std::fill_n(block, static_cast<std::size_t>(part.range().size()), op.neutral());
      kernels::scatter(part.view(), part.range().lo, op, block);
    }
  }
  charge(comm, WorkKind::copy, range.size() * sizeof(Value));
  return whole;
}

#define SPARLAB_INSTANTIATE(V, I)                                                        \
  template SparseStream<V, I> densify(Comm&, SparseStream<V, I>, const Reduction<V>&);   \
  template SparseStream<V, I> merge(Comm&, SparseStream<V, I>, SparseStream<V, I>,       \
                                    const AllreduceOptions<SparseStream<V, I>>&);        \
  template SparseStream<V, I> merge_all(Comm&, std::vector<SparseStream<V, I>>,          \
                                        const AllreduceOptions<SparseStream<V, I>>&);    \
  template std::vector<SparseStream<V, I>> split(Comm&, const SparseStream<V, I>&,       \
                                                 std::span<const std::uint64_t>);        \
  template SparseStream<V, I> concatenate(Comm&, const std::vector<SparseStream<V, I>>&, \
                                          const Reduction<V>&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
