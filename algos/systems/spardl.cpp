#include "algos/systems/spardl.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "algos/error_feedback/held_back.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/held_values.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/subgroups.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

std::uint64_t ExchangedEntries::next(std::uint64_t first, std::uint64_t least, std::uint64_t most) {
  const auto low = static_cast<std::int64_t>(least);
  const auto high = static_cast<std::int64_t>(most);
  if (step_ == 0) {
    entries_ = static_cast<std::int64_t>(first);
    step_ = std::max<std::int64_t>(1, (high - low) / 100);
  }
  entries_ = std::clamp(entries_, low, high);
  step_ = std::clamp(step_, -std::max<std::int64_t>(1, high), std::max<std::int64_t>(1, high));
  return static_cast<std::uint64_t>(entries_);
}

void ExchangedEntries::adapt(bool too_many) {
  if (too_many == (step_ < 0)) {
    if (repeated_) step_ *= 2;
    repeated_ = !repeated_;
  } else {
    step_ = step_ / 2 != 0 ? -step_ / 2 : -step_;
    repeated_ = false;
  }
  entries_ += step_;
}

Stream Spardl::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  const std::uint64_t k = agreed_k(comm, parameters_.k, input);
  const Stream accumulated = held_.take_with(std::move(input));
  NodeComm team(comm, comm.size() / static_cast<int>(parameters_.teams));
  most_ = model::part_k(k, static_cast<std::uint64_t>(team.size()));
  cuts_.clear();
  const auto block = static_cast<std::size_t>(team.rank());
  const bool gathers = parameters_.sag == model::TeamSum::bruck;
  const std::uint64_t kept = gathers ? exchanged_.next(parameters_.first_exchanged(most_),
                                                       parameters_.least_exchanged(most_), most_)
                                     : most_;
  Stream own = reduce_scatter(team, accumulated, kept);
  own =
      gathers ? gather_teams(comm, block, std::move(own)) : add_teams(comm, block, std::move(own));
  const std::vector<Stream> parts = allgather_parts(team, std::move(own), whole, options_);
  Stream result = concatenate(team, parts, options_.op);
  held_.hold_all_but(accumulated, result);
  collect_cuts(parts, whole);
  return result;
}

Stream Spardl::cut(runtime::Comm& comm, std::size_t block, Stream held, std::uint64_t most,
                   double share) {
  Stream kept = at_most_k(comm, held, most);
  if (!held.is_counted() && kept.count() < held.count())
    cuts_.push_back({block, std::move(held), kept, share});
  return kept;
}

Stream Spardl::reduce_scatter(runtime::Comm& team, const Stream& accumulated, std::uint64_t kept) {
  team.enter_phase("reduce_scatter");
  const auto ranks = static_cast<std::size_t>(team.size());
  const auto rank = static_cast<std::size_t>(team.rank());
  if (ranks == 1) return cut(team, 0, accumulated, kept);
  std::vector<Stream> blocks =
      split(team, accumulated, model::boundaries(accumulated.range(), ranks));
  for (std::size_t distance = std::bit_ceil(ranks) / 2; distance > 0; distance /= 2) {
    const std::size_t to = (rank + distance) % ranks;
    std::vector<Stream> sent;
    for (std::size_t i = 0; i < std::min(distance, ranks - distance); ++i) {
      const std::size_t block = (to + i) % ranks;
      sent.push_back(cut(team, block, std::move(blocks[block]), most_));
    }
    runtime::Message message = bundle(team, sent, options_);
    const std::size_t count = std::exchange(sent, {}).size();
    std::vector<Stream> received =
        unbundle(team, accumulated.type(),
                 exchange(team, static_cast<int>(to), std::move(message),
                          static_cast<int>((rank + ranks - distance) % ranks)));
    if (received.size() != count) throw WireError("spardl: a bundle of the wrong length");
    for (std::size_t i = 0; i < count; ++i) {
      Stream& block = blocks[(rank + i) % ranks];
      require_range(received[i].range(), block.range());
      block = merge(team, std::move(block), std::move(received[i]), options_);
    }
  }
  return cut(team, rank, std::move(blocks[rank]), kept);
}

Stream Spardl::add_teams(runtime::Comm& comm, std::size_t block, Stream own) {
  const int teams = static_cast<int>(parameters_.teams);
  if (teams == 1) return own;
  comm.enter_phase("add_teams");
  const int ranks = comm.size() / teams;
  const int team = comm.rank() / ranks;
  for (int distance = 1; distance < teams; distance *= 2) {
    const int partner = comm.rank() + ((team ^ distance) - team) * ranks;
    Stream received =
        unpack(comm, own.domain(), exchange(comm, partner, pack(comm, own, options_), partner));
    Stream& left = partner < comm.rank() ? received : own;
    Stream& right = partner < comm.rank() ? own : received;
    Stream sum = merge(comm, std::move(left), std::move(right), options_);
    own = cut(comm, block, std::move(sum), most_, 0.5 / distance);
  }
  return own;
}

Stream Spardl::gather_teams(runtime::Comm& comm, std::size_t block, Stream own) {
  const int teams = static_cast<int>(parameters_.teams);
  PartOwnersComm owners(comm, comm.size() / teams, block);
  const Range range = own.range();
  const auto of_block = [range](std::size_t) { return range; };
  std::vector<Stream> sums = allgather(owners, std::move(own), of_block, options_);
  owners.enter_phase("add_teams");
  Stream sum = merge_all(owners, std::move(sums), options_);
  exchanged_.adapt(sum.count() > static_cast<double>(most_));
  return cut(owners, block, std::move(sum), most_, 1.0 / teams);
}

namespace {

/// The entries of a stream at those of the indices that it has, times `share`.
template <class Value, class Index>
SparseStream<Value, Index> share_at(const SparseStream<Value, Index>& stream,
                                    std::span<const Index> indices, double share) {
  CooBuilder<Value, Index> builder(stream.range(), indices.size());
  const auto out = builder.out();
  std::size_t count = 0;
  visit_held(stream, indices, [&](std::size_t i, const Value& value) {
    out.indices[count] = indices[i];
    out.values[count] = value;
    out.values[count++] *= static_cast<Value>(share);
  });
  return std::move(builder).finish(count);
}

}  // namespace

void Spardl::collect_cuts(const std::vector<Stream>& result, Range whole) {
  std::vector<Stream> held_back;
  for (const Cut& cut : std::exchange(cuts_, {})) {
    const Stream missed = error_feedback::left_of(result[cut.block], cut.kept);
    held_back.push_back(cut.before.visit([&]<class One>(const One& before) -> Stream {
      if constexpr (is_counted_v<One>)
        return before;
      else
        return share_at<typename One::value_type, typename One::index_type>(
            before, missed.as<One>().indices(), cut.share);
    }));
  }
  held_.add_parts(held_back, whole);
}

}  // namespace sparlab::algos
