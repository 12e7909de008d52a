#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/stream_operations.hpp"

/// Supports without values, which configurations exchange. Each operation charges its local work,
/// like those of streams. A message has the header of a stream and the indices.
namespace sparlab::algos::kylix {

/// Increasing indices within a range.
template <class Stream>
struct IndexSet {
  using Index = typename Stream::index_type;
  Range range;
  std::vector<Index> indices;

  std::size_t count() const { return indices.size(); }
  friend bool operator==(const IndexSet&, const IndexSet&) = default;
};

/// For counted streams: the expected number of indices.
template <>
struct IndexSet<CountedStream> {
  CountedStream stream;  ///< coo

  double count() const { return stream.count(); }
  friend bool operator==(const IndexSet& left, const IndexSet& right) {
    return left.stream.range() == right.stream.range() &&
           left.stream.ranks() == right.stream.ranks() &&
           left.stream.count() == right.stream.count();
  }
};

template <class Value, class Index>
Range range_of(const IndexSet<SparseStream<Value, Index>>& set) {
  return set.range;
}
inline Range range_of(const IndexSet<CountedStream>& set) { return set.stream.range(); }

/// Positions of each member's indices in the union of all; counted sets need none.
template <class Stream>
struct Positions {
  std::vector<std::vector<typename Stream::index_type>> of_member;
};
template <>
struct Positions<CountedStream> {};

/// The indices of a coo stream.
template <class Value, class Index>
IndexSet<SparseStream<Value, Index>> indices_of(runtime::Comm& comm,
                                                const SparseStream<Value, Index>& stream);
IndexSet<CountedStream> indices_of(runtime::Comm& comm, const CountedStream& stream);

/// Whether the indices of `stream` are exactly those of `set`.
template <class Value, class Index>
bool equals(runtime::Comm& comm, const IndexSet<SparseStream<Value, Index>>& set,
            const SparseStream<Value, Index>& stream);
bool equals(runtime::Comm& comm, const IndexSet<CountedStream>& set, const CountedStream& stream);

/// One set for each range [boundaries[i], boundaries[i+1]).
template <class Stream>
std::vector<IndexSet<Stream>> split(runtime::Comm& comm, const IndexSet<Stream>& set,
                                    std::span<const std::uint64_t> boundaries);

/// The union of sets over one range, and the positions of each set in it.
template <class Stream>
IndexSet<Stream> unite(runtime::Comm& comm, const std::vector<IndexSet<Stream>>& sets,
                       Positions<Stream>& positions);

/// Concatenates sets over adjacent ranges, given in order.
template <class Stream>
IndexSet<Stream> join(runtime::Comm& comm, const std::vector<IndexSet<Stream>>& parts);

template <class Stream>
runtime::Message message_of(const IndexSet<Stream>& set);

/// Errors  WireError for a damaged message or another range.
template <class Stream>
IndexSet<Stream> read_index_set(const runtime::Message& message, Range range);

}  // namespace sparlab::algos::kylix
