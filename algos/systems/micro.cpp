#include "algos/systems/micro.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "algos/selectors/threshold.hpp"
#include "algos/steps/agree.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/systems/known_indices.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

/// Charges the reading of a part, unless all of its entries are taken as they are.
void charge_reading(Comm& comm, double entries, bool reads) {
  if (reads && entries > 0) comm.charge({WorkKind::select, entries});
}

template <class Value, class Index>
Stream selected(Comm& comm, const SparseStream<Value, Index>& held, Range part, bool all,
                double threshold) {
  const auto bound = static_cast<Value>(threshold);
  if (held.format() == Format::dense) {
    const auto size = static_cast<std::size_t>(part.size());
    charge_reading(comm, static_cast<double>(size), true);
    const auto values =
        held.values().subspan(static_cast<std::size_t>(part.lo - held.range().lo), size);
    return selectors::select_nonzero_from<Index>(selectors::DenseBlock<Value>{values, part.lo},
                                                 bound)
        .entries;
  }
  const auto indices = held.indices();
  const auto begin = std::lower_bound(indices.begin(), indices.end(), part.lo);
  const auto count =
      static_cast<std::size_t>(std::lower_bound(begin, indices.end(), part.hi) - begin);
  const auto first = static_cast<std::size_t>(begin - indices.begin());
  const SparseStream<Value, Index> in_part(part, indices.subspan(first, count),
                                           held.values().subspan(first, count));
  charge_reading(comm, static_cast<double>(count), !all);
  if (all) return in_part;
  const auto chosen = selectors::select_nonzero_from<std::uint64_t>(
      selectors::DenseBlock<Value>{in_part.values()}, bound);
  return entries_at(in_part, chosen.entries.indices());
}

/// The share of the part that a rank selects if it selects k of its whole input.
CountedStream selected(Comm& comm, const CountedStream& held, Range part, std::uint64_t k) {
  const bool dense = held.format() == Format::dense;
  charge_reading(comm, held.part(part).count(), k != 0 || dense);
  const CountedStream entries = dense ? held.of_same_ranks(held.range(), Format::coo) : held;
  return (k == 0 ? entries : entries.cut_to(static_cast<double>(k))).part(part);
}

/// ExDyna's rule: of neighbours of which one has selected much more than the mean and the other
/// much less, the former gives a block to the latter, unless it has a quarter of an equal share.
void move_blocks(std::vector<std::uint64_t>& blocks, std::vector<double> counts) {
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  const auto ranks = static_cast<double>(counts.size());
  const auto all = static_cast<double>(blocks.back());
  const double many = 1.05 * total / ranks;
  const double few = total / ranks / 1.05;
  const double moved = std::floor(total / all);
  for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
    const bool left_gives = counts[i] > many && counts[i + 1] < few;
    if (!left_gives && !(counts[i] < few && counts[i + 1] > many)) continue;
    const std::size_t giver = left_gives ? i : i + 1;
    const std::size_t taker = left_gives ? i + 1 : i;
    if (static_cast<double>(blocks[giver + 1] - blocks[giver]) - 1 < all / (4 * ranks)) continue;
    blocks[i + 1] = left_gives ? blocks[i + 1] - 1 : blocks[i + 1] + 1;
    counts[giver] -= moved;
    counts[taker] += moved;
  }
}

}  // namespace

Stream Micro::reduce(Comm& comm, Stream input) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const std::uint64_t all_blocks = parameters_.blocks(ranks);
  auto blocks = blocks_.size() == ranks + 1 ? blocks_ : model::boundaries({0, all_blocks}, ranks);
  std::vector<std::uint64_t> boundaries;
  for (const std::uint64_t block : blocks)
    boundaries.push_back(model::cut(input.range(), block, all_blocks));
  if (calls_ == 0) threshold_ = parameters_.first_threshold();
  const std::uint64_t turn = calls_++ % ranks;
  const auto own =
      static_cast<std::size_t>((turn + static_cast<std::uint64_t>(comm.rank())) % ranks);

  comm.enter_phase("select");
  const Stream accumulated = held_.take_with(std::move(input));
  Stream chosen = select(comm, accumulated, {boundaries[own], boundaries[own + 1]});
  std::vector<double> counts = {chosen.count()};
  if (ranks > 1) chosen = sums(comm, accumulated, chosen, boundaries, turn, counts);
  threshold_ *= parameters_.scaling(std::accumulate(counts.begin(), counts.end(), 0.0));
  if (parameters_.parts == model::MicroParts::balanced) {
    move_blocks(blocks, std::move(counts));
    blocks_ = std::move(blocks);
  }
  held_.hold_all_but(accumulated, chosen);
  return chosen;
}

Stream Micro::select(Comm& comm, const Stream& accumulated, Range part) const {
  return accumulated.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return selected(comm, one, part, parameters_.k);
    else
      return selected(comm, one, part, parameters_.k == 0, threshold_);
  });
}

Stream Micro::sums(Comm& comm, const Stream& accumulated, const Stream& chosen,
                   std::span<const std::uint64_t> boundaries, std::uint64_t turn,
                   std::vector<double>& counts) const {
  const model::WireFormat wire = accumulated.wire_format();
  const auto charge_indices = [&](double indices) {
    if (indices > 0) comm.charge({WorkKind::copy, indices * wire.index_bytes});
  };
  charge_indices(chosen.count());
  counts = gather_counts(comm, chosen.count());
  const std::size_t ranks = counts.size();
  const bool counted = accumulated.is_counted();
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const std::size_t part = (turn + rank) % ranks;
    const auto most = static_cast<double>(boundaries[part + 1] - boundaries[part]);
    if (!counted && (counts[rank] > most || std::floor(counts[rank]) != counts[rank]))
      throw WireError("micro: not a count of indices in a part");
  }
  const double longest = std::ranges::max(counts);
  const auto bytes_with = [&](double indices) {
    return wire.header_bytes + indices * wire.index_bytes;
  };
  std::vector<Message> messages = allgather_messages(
      comm, index_message(chosen, parameters_.padded ? longest : chosen.count()),
      [&](std::span<const std::byte>, std::size_t rank) {
        const double bytes = bytes_with(parameters_.padded ? longest : counts[rank]);
        return Extent{counted ? sizeof(CountedStream) : static_cast<std::size_t>(bytes), bytes};
      });
  for (std::size_t rank = 0; rank < ranks && !counted; ++rank) {
    const auto filled = static_cast<std::size_t>(bytes_with(counts[rank]));
    if (filled < messages[rank].bytes().size())
      messages[rank] = Message::copy_of(messages[rank].bytes().first(filled));
  }
  const auto first = static_cast<std::ptrdiff_t>((ranks - turn) % ranks);  // has part 0
  std::rotate(messages.begin(), messages.begin() + first, messages.end());
  std::rotate(counts.begin(), counts.begin() + first, counts.end());

  comm.enter_phase("look_up");
  Stream all = entries_at_indices(accumulated, messages, boundaries);
  if (all.count() == 0) return all;
  charge_indices(all.count());
  const bool dense = accumulated.format() == Format::dense;
  comm.charge({dense ? WorkKind::scatter : WorkKind::merge,
               dense ? all.count() : all.count() + accumulated.count()});
  return sums_at_indices(comm, all, options_);
}

}  // namespace sparlab::algos
