#include "algos/systems/kylix/index_set.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/kernels/coo.hpp"

namespace sparlab::algos::kylix {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

struct Header {
  static constexpr std::uint32_t kMagic = 0x4b594c58;
  std::uint32_t magic = kMagic;
  std::uint32_t index_bytes;
  std::uint64_t lo;
  std::uint64_t hi;
  std::uint64_t count;
};
static_assert(sizeof(Header) == 32);

template <class Index>
Indices<std::remove_const_t<Index>> copy_of(std::span<Index> indices) {
  Indices<std::remove_const_t<Index>> copy(indices.size());
  std::ranges::copy(indices, copy.begin());
  return copy;
}

/// No branch depends on the order of the indices, which is random.
template <class Index>
Indices<Index> united(const Indices<Index>& left, const Indices<Index>& right) {
  Indices<Index> both(left.size() + right.size());
  const Index* l = left.data();
  const Index* r = right.data();
  const Index* const left_end = l + left.size();
  const Index* const right_end = r + right.size();
  Index* next = both.data();
  while (l != left_end && r != right_end) {
    const Index of_left = *l;
    const Index of_right = *r;
    *next++ = of_left < of_right ? of_left : of_right;
    l += of_left <= of_right ? 1 : 0;
    r += of_right <= of_left ? 1 : 0;
  }
  next = std::copy(l, left_end, next);
  next = std::copy(r, right_end, next);
  both.resize(static_cast<std::size_t>(next - both.data()));
  return both;
}

/// The union of lists. It unites halves first, so that every index takes part in log2 unions.
template <class Index>
Indices<Index> united(std::span<const Indices<Index>* const> lists) {
  if (lists.size() == 1) return *lists.front();
  const std::size_t middle = lists.size() / 2;
  return united(united(lists.first(middle)), united(lists.subspan(middle)));
}

/// Below this ratio, stepping through the longer list is faster than searching for each index.
constexpr std::size_t kSearchFrom = 16;

template <class Index>
Indices<Index> positions_in(const Indices<Index>& whole, const Indices<Index>& part) {
  Indices<Index> positions;
  if (whole.size() / kSearchFrom < part.size()) {
    positions.resize(part.size());
    const Index* const of_whole = whole.data();
    const Index* const of_part = part.data();
    Index* const at = positions.data();
    std::size_t found = 0;
    for (std::size_t i = 0; found < part.size(); ++i) {
      at[found] = static_cast<Index>(i);
      found += of_whole[i] == of_part[found] ? 1 : 0;
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
template <class Index>
double index_bytes(const Indices<Index>& indices) {
  return static_cast<double>(indices.size() * sizeof(Index));
}

void charge_copy(Comm& comm, double bytes) { comm.charge({WorkKind::copy, bytes}); }

template <class Own>
constexpr bool is_counted_set = std::is_same_v<Own, CountedStream>;

/// The lists of sets that are like the first one.
template <class Own>
std::vector<const Own*> lists_of(const std::vector<IndexSet>& sets) {
  std::vector<const Own*> lists;
  for (const IndexSet& set : sets) lists.push_back(&std::get<Own>(set.indices));
  return lists;
}

std::vector<CountedStream> streams_of(const std::vector<IndexSet>& sets) {
  std::vector<CountedStream> streams;
  for (const IndexSet& set : sets) streams.push_back(std::get<CountedStream>(set.indices));
  return streams;
}

template <class Index>
Indices<Index> read_indices(const Message& message, Range range) {
  const auto bytes = message.bytes();
  const std::optional<Header> read = read_header<Header>(bytes);
  if (!read || read->index_bytes != sizeof(Index))
    throw WireError("kylix: the message does not contain indices of this type");
  const Header header = *read;
  require_range({header.lo, header.hi}, range);
  if ((bytes.size() - sizeof header) / sizeof(Index) != header.count ||
      (bytes.size() - sizeof header) % sizeof(Index) != 0)
    throw WireError("kylix: the number of indices differs from the header");
  Indices<Index> indices(static_cast<std::size_t>(header.count));
  if (header.count > 0)
    std::memcpy(indices.data(), bytes.data() + sizeof header, bytes.size() - sizeof header);
  if (!kernels::strictly_increasing_in(std::span<const Index>(indices), range.lo, range.hi))
    throw WireError("kylix: indices that do not increase within their range");
  return indices;
}

}  // namespace

double IndexSet::count() const {
  return std::visit(
      []<class Own>(const Own& own) {
        if constexpr (is_counted_set<Own>)
          return own.count();
        else
          return static_cast<double>(own.size());
      },
      indices);
}

IndexSet indices_of(Comm& comm, const Stream& stream) {
  charge_copy(comm, stream.count() * stream.wire_format().index_bytes);
  return stream.visit([&]<class One>(const One& one) -> IndexSet {
    if constexpr (is_counted_v<One>)
      return {one.range(), one};
    else
      return {one.range(), copy_of(one.indices())};
  });
}

bool equals(Comm& comm, const IndexSet& set, const Stream& stream) {
  charge_copy(comm, stream.count() * stream.wire_format().index_bytes);
  if (set.range != stream.range()) return false;
  return stream.visit([&]<class One>(const One& one) {
    if constexpr (is_counted_v<One>) {
      const auto& own = std::get<CountedStream>(set.indices);
      return own.ranks() == one.ranks() && own.count() == one.count();
    } else {
      const auto* const own = std::get_if<Indices<typename One::index_type>>(&set.indices);
      return own != nullptr && std::ranges::equal(*own, one.indices());
    }
  });
}

std::vector<IndexSet> split(Comm& comm, const IndexSet& set,
                            std::span<const std::uint64_t> boundaries) {
  return std::visit(
      [&]<class Own>(const Own& own) {
        charge_copy(comm, index_bytes(own));
        std::vector<IndexSet> parts;
        if constexpr (is_counted_set<Own>) {
          for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
            const Range range{boundaries[i], boundaries[i + 1]};
            parts.push_back({range, own.part(range)});
          }
        } else {
          const auto positions =
              kernels::split_positions(std::span<const typename Own::value_type>(own), boundaries);
          for (std::size_t i = 0; i + 1 < boundaries.size(); ++i)
            parts.push_back(
                {{boundaries[i], boundaries[i + 1]},
                 copy_of(std::span(own).subspan(positions[i], positions[i + 1] - positions[i]))});
        }
        return parts;
      },
      set.indices);
}

IndexSet unite(Comm& comm, const std::vector<IndexSet>& sets, Positions& positions) {
  double entries = 0;
  for (const IndexSet& set : sets) entries += set.count();
  // To unite the lists and to find the positions of each in the union.
  comm.charge({WorkKind::merge, 2 * entries});
  const Range range = sets.front().range;
  return std::visit(
      [&]<class Own>(const Own&) -> IndexSet {
        if constexpr (is_counted_set<Own>) {
          return {range, CountedStream::united(streams_of(sets), Format::coo)};
        } else {
          const auto lists = lists_of<Own>(sets);
          Own whole = united(std::span<const Own* const>(lists));
          auto& of_member = positions.of_member.template emplace<std::vector<Own>>();
          for (const Own* list : lists) of_member.push_back(positions_in(whole, *list));
          return {range, std::move(whole)};
        }
      },
      sets.front().indices);
}

IndexSet join(Comm& comm, const std::vector<IndexSet>& parts) {
  const Range range{parts.front().range.lo, parts.back().range.hi};
  return std::visit(
      [&]<class Own>(const Own&) -> IndexSet {
        Own whole;
        if constexpr (is_counted_set<Own>) {
          whole = CountedStream::joined(streams_of(parts), Format::coo);
        } else {
          const auto lists = lists_of<Own>(parts);
          std::size_t entries = 0;
          for (const Own* list : lists) entries += list->size();
          whole.resize(entries);
          auto* next = whole.data();
          for (const Own* list : lists) next = std::copy(list->begin(), list->end(), next);
        }
        charge_copy(comm, index_bytes(whole));
        return {range, std::move(whole)};
      },
      parts.front().indices);
}

Message message_of(const IndexSet& set) {
  return std::visit(
      [&]<class Own>(const Own& own) {
        if constexpr (is_counted_set<Own>) {
          return Message::token(std::as_bytes(std::span(&own, 1)),
                                own.wire_format().header_bytes + index_bytes(own));
        } else {
          constexpr std::size_t kIndexBytes = sizeof(typename Own::value_type);
          const Header header{Header::kMagic, kIndexBytes, set.range.lo, set.range.hi, own.size()};
          const std::size_t bytes = sizeof header + own.size() * kIndexBytes;
          runtime::Buffer buffer(bytes);
          std::memcpy(buffer.data(), &header, sizeof header);
          if (!own.empty())
            std::memcpy(buffer.data() + sizeof header, own.data(), bytes - sizeof header);
          return Message(std::move(buffer), 0, bytes);
        }
      },
      set.indices);
}

IndexSet read_index_set(const IndexSet& like, const Message& message, Range range) {
  return std::visit(
      [&]<class Own>(const Own&) -> IndexSet {
        if constexpr (is_counted_set<Own>) {
          const CountedStream stream = CountedStream::decode(message).stream;
          require_range(stream.range(), range);
          return {range, stream};
        } else {
          return {range, read_indices<typename Own::value_type>(message, range)};
        }
      },
      like.indices);
}

}  // namespace sparlab::algos::kylix
