#include <algorithm>
#include <cstddef>
#include <utility>

#include "algos/steps/agree.hpp"
#include "algos/steps/shards.hpp"
#include "algos/systems/oktopk/parts.hpp"
#include "model/base/range.hpp"
#include "model/costs/oktopk.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::algos::oktopk {

namespace {

/// ceil(part/parts * count), without overflow.
std::uint64_t share_of(std::uint64_t count, std::uint64_t part, std::uint64_t parts) {
  return count / parts * part + (count % parts * part + parts - 1) / parts;
}

/// The indices right after the last entry of each piece.
template <class Value, class Index>
std::vector<std::uint64_t> cuts_of(const SparseStream<Value, Index>& chosen, std::uint64_t parts) {
  std::vector<std::uint64_t> cuts;
  for (std::uint64_t i = 1; i < parts; ++i) {
    const std::uint64_t entries = share_of(chosen.count(), i, parts);
    cuts.push_back(std::uint64_t{chosen.indices()[static_cast<std::size_t>(entries - 1)]} + 1);
  }
  return cuts;
}

/// Entries of a selection are distributed like those of the input.
std::vector<std::uint64_t> cuts_of(const CountedStream& chosen, std::uint64_t parts) {
  return model::equal_count_cuts(*chosen.context().fill_in, chosen.neighbours(), chosen.range(),
                                 parts);
}

template <class Value, class Index>
std::uint64_t first_index(const SparseStream<Value, Index>& chosen) {
  return chosen.indices().front();
}
std::uint64_t first_index(const CountedStream& chosen) {
  return model::position_of_count(*chosen.context().fill_in, chosen.neighbours(), chosen.range(),
                                  1) -
         1;
}

/// One rank's cuts, counted from the beginning of the range, and 1; all zeros if it does not vote.
template <class One>
std::vector<std::uint64_t> vote_of(const One& chosen, std::uint64_t ranks, model::OktopkForm form) {
  std::vector<std::uint64_t> vote;
  const auto entries = static_cast<double>(chosen.count());
  if (entries >= static_cast<double>(ranks))
    vote = cuts_of(chosen, ranks);
  else if (form == model::OktopkForm::published && entries >= 1)
    vote.assign(static_cast<std::size_t>(ranks - 1), first_index(chosen));
  for (std::uint64_t& cut : vote) cut -= chosen.range().lo;
  const std::uint64_t votes = vote.empty() ? 0 : 1;
  vote.resize(static_cast<std::size_t>(ranks), 0);
  vote.back() = votes;
  return vote;
}

}  // namespace

std::vector<std::uint64_t> agree_on_regions(runtime::Comm& comm, const Stream& chosen,
                                            model::OktopkForm form) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  std::vector<std::uint64_t> regions = model::boundaries(chosen.range(), ranks);
  if (ranks == 1) return regions;
  const auto sums =
      agree_on_sums(comm, chosen.visit([&](const auto& one) { return vote_of(one, ranks, form); }));
  const std::uint64_t voters = sums.back();
  if (voters == 0) return regions;
  for (std::size_t i = 1; i < regions.size() - 1; ++i)
    regions[i] = chosen.range().lo + sums[i - 1] / voters;
  if (voters > ranks || !std::ranges::is_sorted(regions))
    throw WireError("oktopk: the agreed boundaries do not divide the range into regions");
  return regions;
}

namespace {

/// The sum of streams that arrive one after the other. It has the same bits as if each stream were
/// added immediately, from left to right, whenever merges take place.
///
/// Streams wait until together they hold a multiple of the sum's entries
/// (model::oktopk_merges_now), so that a growing sum is not read for every few new entries.
/// Cost    with T entries in all and U in the sum, merges read at most 4/3 T + 4 U entries.
/// Memory  the sum, at most 3 times as many waiting entries, and the last stream that arrived.
class OrderedSum {
 public:
  OrderedSum(runtime::Comm& comm, Stream first, const AllreduceOptions& options)
      : comm_(comm), options_(options), summed_(first.count()) {
    streams_.push_back(std::move(first));
  }

  void add(Stream stream) {
    waiting_ += stream.count();
    streams_.push_back(std::move(stream));
  }

  /// Merges the waiting streams if they hold enough entries.
  void merge_if_due() {
    if (model::oktopk_merges_now(waiting_, summed_)) merge_waiting();
  }

  Stream finish() && {
    merge_waiting();
    return std::move(streams_.front());
  }

 private:
  void merge_waiting() {
    if (streams_.size() == 1) return;
    Stream sum = merge_all(comm_, std::move(streams_), options_);
    summed_ = sum.count();
    waiting_ = 0;
    streams_.clear();
    streams_.push_back(std::move(sum));
  }

  runtime::Comm& comm_;
  const AllreduceOptions& options_;
  std::vector<Stream> streams_;  ///< the sum, then the waiting streams
  double summed_;                ///< entries of the sum
  double waiting_ = 0;           ///< entries of the waiting streams
};

}  // namespace

Stream split_and_reduce(runtime::Comm& comm, const Stream& chosen,
                        const std::vector<std::uint64_t>& regions, const ExchangeOrder& order,
                        const AllreduceOptions& options) {
  const auto rank = static_cast<std::size_t>(comm.rank());
  comm.enter_phase("split");
  OutgoingParts parts(comm, chosen, regions);
  for (std::uint64_t to = 0; to < regions.size() - 1; ++to)
    if (to != rank) parts.pack(comm, to, options);
  OrderedSum sum(comm, parts.take(rank), options);
  const Domain own{chosen.type(), {regions[rank], regions[rank + 1]}};
  exchange_in_windows(
      comm, [&](int to) { return parts.message(static_cast<std::uint64_t>(to), options); }, order,
      [&](const std::vector<runtime::Message>& received) {
        for (const runtime::Message& message : received) sum.add(unpack(comm, own, message));
        sum.merge_if_due();
      });
  return std::move(sum).finish();
}

}  // namespace sparlab::algos::oktopk
