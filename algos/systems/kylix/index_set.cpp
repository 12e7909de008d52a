#include "algos/systems/kylix/index_set.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"

namespace sparlab::algos::kylix {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

struct Header {
  std::uint32_t magic;
  std::uint32_t index_bytes;
  std::uint64_t lo;
  std::uint64_t hi;
  std::uint64_t count;
};
static_assert(sizeof(Header) == 32);
constexpr std::uint32_t kMagic = 0x4b594c58;

/// No branch depends on the order of the indices, which is random.
template <class Index>
std::vector<Index> united(const std::vector<Index>& left, const std::vector<Index>& right) {
  std::vector<Index> both(left.size() + right.size());
  std::size_t l = 0;
  std::size_t r = 0;
  auto next = both.begin();
  while (l < left.size() && r < right.size()) {
    const Index of_left = left[l];
    const Index of_right = right[r];
    *next++ = std::min(of_left, of_right);
    l += of_left <= of_right ? 1 : 0;
    r += of_right <= of_left ? 1 : 0;
  }
  next = std::copy(left.begin() + static_cast<std::ptrdiff_t>(l), left.end(), next);
  next = std::copy(right.begin() + static_cast<std::ptrdiff_t>(r), right.end(), next);
  both.erase(next, both.end());
  return both;
}

/// The union of lists [first, last). It unites halves first, so that every index takes part in log2
/// unions.
template <class Set>
auto united_indices(const std::vector<Set>& sets, std::size_t first, std::size_t last)
    -> decltype(sets.front().indices) {
  if (last - first == 1) return sets[first].indices;
  const std::size_t middle = first + (last - first) / 2;
  return united(united_indices(sets, first, middle), united_indices(sets, middle, last));
}

/// Below this ratio, stepping through the longer list is faster than searching for each index.
constexpr std::size_t kSearchFrom = 16;

template <class Index>
std::vector<Index> positions_in(const std::vector<Index>& whole, const std::vector<Index>& part) {
  std::vector<Index> positions;
  if (whole.size() / kSearchFrom < part.size()) {
    positions.resize(part.size());
    std::size_t found = 0;
    for (std::size_t i = 0; found < part.size(); ++i) {
      positions[found] = static_cast<Index>(i);
      found += whole[i] == part[found] ? 1 : 0;
    }
    return positions;
  }
  positions.reserve(part.size());
  std::size_t at = 0;
  for (const Index index : part) {
    at = kernels::gallop(whole.data(), at, whole.size(), index);
    positions.push_back(static_cast<Index>(at));
  }
  return positions;
}

double index_bytes(const CountedStream& stream) {
  return stream.count() * stream.wire_format().index_bytes;
}

/// Charges of the operations on real sets.
template <class Index>
void charge_copy(Comm& comm, std::size_t indices) {
  comm.charge({WorkKind::copy, static_cast<double>(indices * sizeof(Index))});
}

}  // namespace

template <class Value, class Index>
IndexSet<SparseStream<Value, Index>> indices_of(Comm& comm,
                                                const SparseStream<Value, Index>& stream) {
  charge_copy<Index>(comm, stream.indices().size());
  return {stream.range(), {stream.indices().begin(), stream.indices().end()}};
}

IndexSet<CountedStream> indices_of(Comm& comm, const CountedStream& stream) {
  comm.charge({WorkKind::copy, index_bytes(stream)});
  return {stream};
}

template <class Value, class Index>
bool equals(Comm& comm, const IndexSet<SparseStream<Value, Index>>& set,
            const SparseStream<Value, Index>& stream) {
  charge_copy<Index>(comm, stream.indices().size());
  return set.range == stream.range() && std::ranges::equal(set.indices, stream.indices());
}

bool equals(Comm& comm, const IndexSet<CountedStream>& set, const CountedStream& stream) {
  comm.charge({WorkKind::copy, index_bytes(stream)});
  return set == IndexSet<CountedStream>{stream};
}

template <class Stream>
std::vector<IndexSet<Stream>> split(Comm& comm, const IndexSet<Stream>& set,
                                    std::span<const std::uint64_t> boundaries) {
  using Index = typename Stream::index_type;
  charge_copy<Index>(comm, set.indices.size());
  const auto positions = kernels::split_positions(std::span<const Index>(set.indices), boundaries);
  std::vector<IndexSet<Stream>> parts;
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    const auto begin = set.indices.begin();
    parts.push_back({{boundaries[i], boundaries[i + 1]},
                     {begin + static_cast<std::ptrdiff_t>(positions[i]),
                      begin + static_cast<std::ptrdiff_t>(positions[i + 1])}});
  }
  return parts;
}

template <>
std::vector<IndexSet<CountedStream>> split(Comm& comm, const IndexSet<CountedStream>& set,
                                           std::span<const std::uint64_t> boundaries) {
  comm.charge({WorkKind::copy, index_bytes(set.stream)});
  std::vector<IndexSet<CountedStream>> parts;
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    parts.push_back({set.stream.part({boundaries[i], boundaries[i + 1]})});
  }
  return parts;
}

template <class Stream>
IndexSet<Stream> unite(Comm& comm, const std::vector<IndexSet<Stream>>& sets,
                       Positions<Stream>& positions) {
  std::size_t entries = 0;
  for (const auto& set : sets) entries += set.count();
  comm.charge({WorkKind::merge, static_cast<double>(entries)});
  IndexSet<Stream> whole{sets.front().range, united_indices(sets, 0, sets.size())};
  for (const auto& set : sets) {
    positions.of_member.push_back(positions_in(whole.indices, set.indices));
  }
  return whole;
}

template <>
IndexSet<CountedStream> unite(Comm& comm, const std::vector<IndexSet<CountedStream>>& sets,
                              Positions<CountedStream>&) {
  double entries = 0;
  std::vector<CountedStream> streams;
  for (const auto& set : sets) {
    entries += set.count();
    streams.push_back(set.stream);
  }
  comm.charge({WorkKind::merge, entries});
  return {CountedStream::united(streams, Format::coo)};
}

template <class Stream>
IndexSet<Stream> join(Comm& comm, const std::vector<IndexSet<Stream>>& parts) {
  IndexSet<Stream> whole{{parts.front().range.lo, parts.back().range.hi}, {}};
  std::size_t entries = 0;
  for (const auto& part : parts) entries += part.count();
  whole.indices.reserve(entries);
  for (const auto& part : parts) {
    whole.indices.insert(whole.indices.end(), part.indices.begin(), part.indices.end());
  }
  charge_copy<typename Stream::index_type>(comm, entries);
  return whole;
}

template <>
IndexSet<CountedStream> join(Comm& comm, const std::vector<IndexSet<CountedStream>>& parts) {
  std::vector<CountedStream> streams;
  for (const auto& part : parts) streams.push_back(part.stream);
  const IndexSet<CountedStream> whole{CountedStream::joined(streams, Format::coo)};
  comm.charge({WorkKind::copy, index_bytes(whole.stream)});
  return whole;
}

template <class Stream>
Message message_of(const IndexSet<Stream>& set) {
  using Index = typename Stream::index_type;
  const Header header{kMagic, sizeof(Index), set.range.lo, set.range.hi, set.count()};
  const std::size_t bytes = sizeof header + set.count() * sizeof(Index);
  runtime::Buffer buffer(bytes);
  std::memcpy(buffer.data(), &header, sizeof header);
  if (set.count() > 0) {
    std::memcpy(buffer.data() + sizeof header, set.indices.data(), bytes - sizeof header);
  }
  return Message(std::move(buffer), 0, bytes);
}

template <>
Message message_of(const IndexSet<CountedStream>& set) {
  return Message::token(std::as_bytes(std::span(&set.stream, 1)),
                        set.stream.wire_format().header_bytes + index_bytes(set.stream));
}

template <class Stream>
IndexSet<Stream> read_index_set(const Message& message, Range range) {
  using Index = typename Stream::index_type;
  Header header;
  const auto bytes = message.bytes();
  if (bytes.size() < sizeof header) throw WireError("kylix: indices without a header");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic || header.index_bytes != sizeof(Index)) {
    throw WireError("kylix: the message does not contain indices of this type");
  }
  require_range({header.lo, header.hi}, range);
  if ((bytes.size() - sizeof header) / sizeof(Index) != header.count ||
      (bytes.size() - sizeof header) % sizeof(Index) != 0) {
    throw WireError("kylix: the number of indices differs from the header");
  }
  IndexSet<Stream> set{range, std::vector<Index>(static_cast<std::size_t>(header.count))};
  if (header.count > 0) {
    std::memcpy(set.indices.data(), bytes.data() + sizeof header, bytes.size() - sizeof header);
  }
  if (!kernels::strictly_increasing_in(std::span<const Index>(set.indices), range.lo, range.hi)) {
    throw WireError("kylix: indices that do not increase within their range");
  }
  return set;
}

template <>
IndexSet<CountedStream> read_index_set(const Message& message, Range range) {
  const IndexSet<CountedStream> set{CountedStream::decode(message).stream};
  require_range(set.stream.range(), range);
  return set;
}

#define SPARLAB_INSTANTIATE(V, I)                                                               \
  template IndexSet<SparseStream<V, I>> indices_of(Comm&, const SparseStream<V, I>&);           \
  template bool equals(Comm&, const IndexSet<SparseStream<V, I>>&, const SparseStream<V, I>&);  \
  template std::vector<IndexSet<SparseStream<V, I>>> split(                                     \
      Comm&, const IndexSet<SparseStream<V, I>>&, std::span<const std::uint64_t>);              \
  template IndexSet<SparseStream<V, I>> unite(                                                  \
      Comm&, const std::vector<IndexSet<SparseStream<V, I>>>&, Positions<SparseStream<V, I>>&); \
  template IndexSet<SparseStream<V, I>> join(Comm&,                                             \
                                             const std::vector<IndexSet<SparseStream<V, I>>>&); \
  template Message message_of(const IndexSet<SparseStream<V, I>>&);                             \
  template IndexSet<SparseStream<V, I>> read_index_set(const Message&, Range);
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::kylix
