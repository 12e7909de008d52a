#pragma once

#include <cstddef>
#include <vector>

#include "algos/streams/stream_operations.hpp"
#include "algos/systems/kylix/index_set.hpp"

/// Values without indices, which reductions exchange; the indices are known from the configuration.
/// A message contains only the values.
namespace sparlab::algos::kylix {

/// A view of a block of memory that is shared and immutable.
template <class Stream>
struct ValueBlock {
  using Value = typename Stream::value_type;
  using Count = std::size_t;
  runtime::Buffer buffer;
  std::size_t first = 0;
  std::size_t count = 0;

  const Value* data() const { return reinterpret_cast<const Value*>(buffer.data()) + first; }
};

/// For counted streams: the expected number of values.
template <>
struct ValueBlock<CountedStream> {
  using Count = double;
  double count = 0;
  double value_bytes = 0;
};

/// The values of a coo stream. Charges the copy.
template <class Value, class Index>
ValueBlock<SparseStream<Value, Index>> values_of(runtime::Comm& comm,
                                                 const SparseStream<Value, Index>& stream);
ValueBlock<CountedStream> values_of(runtime::Comm& comm, const CountedStream& stream);

/// Adjacent views of a block, with the given numbers of values. Copies nothing.
template <class Stream>
std::vector<ValueBlock<Stream>> cut(const ValueBlock<Stream>& block,
                                    const std::vector<typename ValueBlock<Stream>::Count>& counts);
template <>
std::vector<ValueBlock<CountedStream>> cut(const ValueBlock<CountedStream>& block,
                                           const std::vector<double>& counts);

/// The reduction of the members' values, in order, at their positions among `count` values. Charges
/// the filling with neutral elements and the scatter.
template <class Value, class Index>
ValueBlock<SparseStream<Value, Index>> combine(
    runtime::Comm& comm, const std::vector<ValueBlock<SparseStream<Value, Index>>>& members,
    const Positions<SparseStream<Value, Index>>& positions, std::size_t count,
    const Reduction<Value>& op);
ValueBlock<CountedStream> combine(runtime::Comm& comm,
                                  const std::vector<ValueBlock<CountedStream>>& members,
                                  const Positions<CountedStream>& positions, double count,
                                  CountedStream::reduction_type op);

/// Concatenates the parts. Charges the copy.
template <class Stream>
ValueBlock<Stream> join(runtime::Comm& comm, const std::vector<ValueBlock<Stream>>& parts);
template <>
ValueBlock<CountedStream> join(runtime::Comm& comm,
                               const std::vector<ValueBlock<CountedStream>>& parts);

template <class Stream>
runtime::Message message_of(const ValueBlock<Stream>& block);
template <>
runtime::Message message_of(const ValueBlock<CountedStream>& block);

/// Errors  WireError unless there are `count` values.
template <class Stream>
ValueBlock<Stream> read_values(const runtime::Message& message,
                               typename ValueBlock<Stream>::Count count);
template <>
ValueBlock<CountedStream> read_values<CountedStream>(const runtime::Message& message, double count);

/// The coo stream of indices and values. Charges the copy.
template <class Value, class Index>
SparseStream<Value, Index> stream_of(runtime::Comm& comm,
                                     const IndexSet<SparseStream<Value, Index>>& indices,
                                     const ValueBlock<SparseStream<Value, Index>>& values);
CountedStream stream_of(runtime::Comm& comm, const IndexSet<CountedStream>& indices,
                        const ValueBlock<CountedStream>& values);

}  // namespace sparlab::algos::kylix
