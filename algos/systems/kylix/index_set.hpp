#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "algos/interface/allreduce.hpp"

/// Supports without values, which configurations exchange. Each operation charges its local work,
/// like those of streams. A message has the header of a stream and the indices.
namespace sparlab::algos::kylix {

template <class Index>
using Indices = std::vector<Index, runtime::PoolAllocator<Index>>;

/// Increasing indices within a range; of counted streams, the expected number of them.
struct IndexSet {
  Range range;
  std::variant<CountedStream, Indices<std::uint32_t>, Indices<std::uint64_t>> indices;

  double count() const;
};

/// Positions of each member's indices in the union of all; counted sets need none.
struct Positions {
  std::variant<std::monostate, std::vector<Indices<std::uint32_t>>,
               std::vector<Indices<std::uint64_t>>>
      of_member;
};

/// The indices of a coo stream.
IndexSet indices_of(runtime::Comm& comm, const Stream& stream);

/// Whether the indices of `stream` are exactly those of `set`.
bool equals(runtime::Comm& comm, const IndexSet& set, const Stream& stream);

/// One set for each range [boundaries[i], boundaries[i+1]).
std::vector<IndexSet> split(runtime::Comm& comm, const IndexSet& set,
                            std::span<const std::uint64_t> boundaries);

/// The union of sets over one range, and the positions of each set in it.
IndexSet unite(runtime::Comm& comm, const std::vector<IndexSet>& sets, Positions& positions);

/// Concatenates sets over adjacent ranges, given in order.
IndexSet join(runtime::Comm& comm, const std::vector<IndexSet>& parts);

runtime::Message message_of(const IndexSet& set);

/// A set like `like` over a range.
/// Errors  WireError for a damaged message or another range.
IndexSet read_index_set(const IndexSet& like, const runtime::Message& message, Range range);

}  // namespace sparlab::algos::kylix
