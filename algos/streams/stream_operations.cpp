#include "algos/streams/stream_operations.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/streams/counted_operations.hpp"
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

template <class One>
bool switches(std::uint64_t entries, Range range, const AllreduceOptions& options) {
  return options.dense_switch == DenseSwitch::at_delta &&
         One::wire_format().goes_dense(static_cast<double>(entries),
                                       static_cast<double>(range.size()), options.formats);
}

template <class Value, class Index>
void copy_entries(const SparseStream<Value, Index>& stream, std::size_t from, std::size_t count,
                  kernels::CooOut<Value, Index> out, std::size_t at) {
  if (count == 0) return;
  std::memcpy(out.indices + at, stream.indices().data() + from, count * sizeof(Index));
  std::memcpy(out.values + at, stream.values().data() + from, count * sizeof(Value));
}

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
                                 const AllreduceOptions& options) {
  const auto op = options.op.of<Value>();
  SPARLAB_EXPECTS(left.range() == right.range());
  const bool left_dense = left.format() == Format::dense;
  const bool right_dense = right.format() == Format::dense;
  if (left_dense && right_dense) return merge_dense(comm, std::move(left), std::move(right), op);
  if (!left_dense && !right_dense) {
    using One = SparseStream<Value, Index>;
    if (!switches<One>(left.count() + right.count(), left.range(), options))
      return merge_coo(comm, left, right, op);
    left = densify(comm, std::move(left), op);
  }
  return merge_mixed(comm, std::move(left), std::move(right), op);
}

template <class One>
One merge_all_as(Comm& comm, std::vector<Stream> streams, const AllreduceOptions& options) {
  using Value = typename One::value_type;
  using Index = typename One::index_type;
  const auto op = options.op.of<Value>();
  const Range range = streams.front().range();
  bool all_coo = true;
  std::uint64_t entries = 0;
  for (const Stream& stream : streams) {
    all_coo = all_coo && stream.as<One>().format() == Format::coo;
    entries += stream.as<One>().count();
  }
  if (all_coo && !switches<One>(entries, range, options)) {
    charge(comm, WorkKind::merge, entries);
    std::vector<kernels::CooView<Value, Index>> views;
    views.reserve(streams.size());
    for (const Stream& stream : streams) views.push_back(stream.as<One>().view());
    CooBuilder<Value, Index> builder(range, std::min(entries, range.size()));
    const std::size_t count =
        kernels::merge_many<Value, Index>(views, range.lo, range.hi, op, builder.out());
    return std::move(builder).finish(count);
  }
  One sum = own(densify(comm, std::move(streams.front()).as<One>(), op));
  for (std::size_t i = 1; i < streams.size(); ++i)
    sum = merge(comm, std::move(sum), std::move(streams[i]).as<One>(), options);
  return sum;
}

template <class Value, class Index>
std::vector<Stream> split(Comm& comm, const SparseStream<Value, Index>& stream,
                          std::span<const std::uint64_t> boundaries) {
  SPARLAB_EXPECTS(boundaries.size() >= 2 && boundaries.front() == stream.range().lo &&
                  boundaries.back() == stream.range().hi);
  charge(comm, WorkKind::copy, payload_bytes(stream));
  std::vector<Stream> parts;
  parts.reserve(boundaries.size() - 1);
  if (stream.format() == Format::dense) {
    for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
      auto part =
          SparseStream<Value, Index>::uninitialised_dense({boundaries[i], boundaries[i + 1]});
      const auto slice = stream.values().subspan(
          static_cast<std::size_t>(boundaries[i] - stream.range().lo), part.values().size());
      std::ranges::copy(slice, part.mutable_values().begin());
      parts.emplace_back(std::move(part));
    }
    return parts;
  }
  const auto positions = kernels::split_positions(stream.indices(), boundaries);
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    const std::size_t count = positions[i + 1] - positions[i];
    CooBuilder<Value, Index> builder({boundaries[i], boundaries[i + 1]}, count);
    copy_entries(stream, positions[i], count, builder.out(), 0);
    parts.emplace_back(std::move(builder).finish(count));
  }
  return parts;
}

template <class One>
One concatenate_as(Comm& comm, const std::vector<Stream>& parts, const Operation& operation) {
  using Value = typename One::value_type;
  const auto op = operation.of<Value>();
  const Range range{parts.front().range().lo, parts.back().range().hi};
  std::uint64_t entries = 0;
  bool dense = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const One& part = parts[i].as<One>();
    SPARLAB_EXPECTS(i == 0 || part.range().lo == parts[i - 1].range().hi);
    entries += part.count();
    dense = dense || part.format() == Format::dense;
  }
  if (!dense) {
    CooBuilder<Value, typename One::index_type> builder(range, entries);
    std::size_t at = 0;
    for (const Stream& stream : parts) {
      const One& part = stream.as<One>();
      copy_entries(part, 0, static_cast<std::size_t>(part.count()), builder.out(), at);
      at += static_cast<std::size_t>(part.count());
    }
    charge(comm, WorkKind::copy, entries * One::kEntryBytes);
    return std::move(builder).finish(entries);
  }
  auto whole = One::uninitialised_dense(range);
  Value* const values = whole.mutable_values().data();
  for (const Stream& stream : parts) {
    const One& part = stream.as<One>();
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

template <class Value, class Index>
std::vector<Stream> split_by_owner(Comm& comm, const SparseStream<Value, Index>& stream,
                                   const model::HashedOwners& owners) {
  using One = SparseStream<Value, Index>;
  charge(comm, WorkKind::scatter, stream.count());
  const auto count = static_cast<std::size_t>(owners.owners());
  if (stream.format() == Format::dense) {
    std::vector<Value*> values;  // of the first place in the range, for each owner
    std::vector<One> dense;
    for (std::size_t owner = 0; owner < count; ++owner)
      dense.push_back(One::uninitialised_dense(owners.part(owner)));
    for (One& part : dense) values.push_back(part.mutable_values().data());
    const Range range = stream.range();
    for (std::uint64_t index = range.lo; index < range.hi; ++index) {
      const auto place = owners.place_of(index);
      values[static_cast<std::size_t>(place.owner)][place.at - owners.part(place.owner).lo] =
          stream.values()[static_cast<std::size_t>(index - range.lo)];
    }
    return {dense.begin(), dense.end()};
  }
  const std::span<const Index> indices = stream.indices();
  std::vector<std::uint32_t> owner_of(indices.size());
  std::vector<Index> place_of(indices.size());
  std::vector<std::size_t> held(count);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto place = owners.place_of(indices[i]);
    owner_of[i] = static_cast<std::uint32_t>(place.owner);
    place_of[i] = static_cast<Index>(place.at);
    ++held[owner_of[i]];
  }
  std::vector<CooBuilder<Value, Index>> builders;
  std::vector<kernels::CooOut<Value, Index>> next;  // where the next entry of each owner goes
  for (std::size_t owner = 0; owner < count; ++owner)
    next.push_back(builders.emplace_back(owners.part(owner), held[owner]).out());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    auto& out = next[owner_of[i]];
    *out.indices++ = place_of[i];
    *out.values++ = stream.values()[i];
  }
  std::vector<Stream> parts;
  for (std::size_t owner = 0; owner < count; ++owner)
    parts.emplace_back(std::move(builders[owner]).finish(held[owner]));
  return parts;
}

template <class One>
One unite_owned_as(Comm& comm, const std::vector<Stream>& parts, const model::HashedOwners& owners,
                   const Operation& operation) {
  using Value = typename One::value_type;
  using Index = typename One::index_type;
  const auto op = operation.of<Value>();
  const Range range = owners.range();
  std::uint64_t entries = 0;
  bool dense = false;
  for (const Stream& part : parts) {
    entries += part.as<One>().count();
    dense = dense || part.format() == Format::dense;
  }
  if (dense) {
    auto whole = neutral_block<Value, Index>(comm, range, op);
    charge(comm, WorkKind::scatter, entries);
    const std::span<Value> values = whole.mutable_values();
    for (std::uint64_t owner = 0; owner < owners.owners(); ++owner) {
      const One& part = parts[static_cast<std::size_t>(owner)].as<One>();
      for (std::size_t i = 0; i < part.values().size(); ++i) {
        const std::uint64_t place =
            part.format() == Format::dense ? part.range().lo + i : std::uint64_t{part.indices()[i]};
        values[static_cast<std::size_t>(owners.index_at({owner, place}) - range.lo)] =
            part.values()[i];
      }
    }
    return whole;
  }
  charge(comm, WorkKind::copy, entries * One::kEntryBytes);
  charge(comm, WorkKind::merge, entries);
  std::vector<Index> indices(static_cast<std::size_t>(entries));
  std::vector<kernels::CooView<Value, Index>> views;
  Index* next = indices.data();
  for (std::uint64_t owner = 0; owner < owners.owners(); ++owner) {
    const auto part = parts[static_cast<std::size_t>(owner)].as<One>().view();
    views.push_back({next, part.values, part.count});
    for (std::size_t i = 0; i < part.count; ++i)
      *next++ = static_cast<Index>(owners.index_at({owner, part.indices[i]}));
  }
  CooBuilder<Value, Index> builder(range, entries);
  const std::size_t count =
      kernels::merge_many<Value, Index>(views, range.lo, range.hi, op, builder.out());
  return std::move(builder).finish(count);
}

}  // namespace

Stream densify(Comm& comm, Stream stream, const Operation& op) {
  if (stream.format() == Format::dense) return stream;
  return std::move(stream).visit([&]<class One>(One&& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return densify(comm, one);
    else
      return densify(comm, std::forward<One>(one), op.of<typename One::value_type>());
  });
}

Stream merge(Comm& comm, Stream left, Stream right, const AllreduceOptions& options) {
  return std::move(left).visit([&]<class One>(One&& one) -> Stream {
    return merge(comm, std::forward<One>(one), std::move(right).as<One>(), options);
  });
}

Stream merge_all(Comm& comm, std::vector<Stream> streams, const AllreduceOptions& options) {
  SPARLAB_EXPECTS(!streams.empty());
  if (streams.size() == 1) return std::move(streams.front());
  return with_type(streams.front().type(), [&]<class One>() -> Stream {
    if constexpr (is_counted_v<One>)
      return merge_all(comm, all_as<One>(streams), options);
    else
      return merge_all_as<One>(comm, std::move(streams), options);
  });
}

std::vector<Stream> split(Comm& comm, const Stream& stream,
                          std::span<const std::uint64_t> boundaries) {
  return stream.visit([&]<class One>(const One& one) -> std::vector<Stream> {
    if constexpr (is_counted_v<One>) {
      const auto parts = shared_split(comm, one, boundaries);
      return {parts->all().begin(), parts->all().end()};
    } else {
      return split(comm, one, boundaries);
    }
  });
}

Stream concatenate(Comm& comm, const std::vector<Stream>& parts, const Operation& op) {
  SPARLAB_EXPECTS(!parts.empty());
  if (parts.size() == 1) return parts.front();
  return with_type(parts.front().type(), [&]<class One>() -> Stream {
    if constexpr (is_counted_v<One>)
      return concatenate(comm, all_as<One>(parts));
    else
      return concatenate_as<One>(comm, parts, op);
  });
}

std::vector<Stream> split_by_owner(Comm& comm, const Stream& stream,
                                   const model::HashedOwners& owners) {
  SPARLAB_EXPECTS(owners.range() == stream.range());
  return stream.visit([&]<class One>(const One& one) -> std::vector<Stream> {
    if constexpr (is_counted_v<One>) {
      const auto parts = shared_split(comm, one, owners);
      return {parts->all().begin(), parts->all().end()};
    } else {
      return split_by_owner(comm, one, owners);
    }
  });
}

Stream unite_owned(Comm& comm, const std::vector<Stream>& parts, const model::HashedOwners& owners,
                   const Operation& op) {
  SPARLAB_EXPECTS(parts.size() == owners.owners() && parts.size() > 1);
  return with_type(parts.front().type(), [&]<class One>() -> Stream {
    if constexpr (is_counted_v<One>)
      return unite_owned(comm, all_as<One>(parts));
    else
      return unite_owned_as<One>(comm, parts, owners, op);
  });
}

Stream with_one_neutral(Comm& comm, Stream dense, const Operation& op) {
  comm.charge({WorkKind::copy, dense.count() * dense.wire_format().value_bytes});
  return std::move(dense).visit([&]<class One>(One&& one) -> Stream {
    if constexpr (!is_counted_v<One>) {
      using Value = typename One::value_type;
      one = own(std::forward<One>(one));
      // Stores each value, so that the compiler uses vector instructions.
      const Value neutral = op.of<Value>().neutral();
      for (Value& value : one.mutable_values()) value = value == neutral ? neutral : value;
    }
    return std::forward<One>(one);
  });
}

}  // namespace sparlab::algos
