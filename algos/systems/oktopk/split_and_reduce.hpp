#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algos/steps/outgoing_parts.hpp"
#include "algos/steps/windowed_exchange.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/costs/oktopk.hpp"

namespace sparlab::algos::oktopk {

/// The sum of streams that arrive one after the other. It has the same bits as if each stream were
/// added immediately, from left to right, whenever merges take place.
///
/// Streams wait until together they hold a multiple of the sum's entries
/// (model::oktopk_merges_now), so that a growing sum is not read for every few new entries.
/// Cost    with T entries in all and U in the sum, merges read at most 4/3 T + 4 U entries.
/// Memory  the sum, at most 3 times as many waiting entries, and the last stream that arrived.
template <class Stream>
class OrderedSum {
 public:
  OrderedSum(runtime::Comm& comm, Stream first, const AllreduceOptions<Stream>& options)
      : comm_(comm), options_(options), summed_(static_cast<double>(first.count())) {
    streams_.push_back(std::move(first));
  }

  void add(Stream stream) {
    waiting_ += static_cast<double>(stream.count());
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
    summed_ = static_cast<double>(sum.count());
    waiting_ = 0;
    streams_.clear();
    streams_.push_back(std::move(sum));
  }

  runtime::Comm& comm_;
  const AllreduceOptions<Stream>& options_;
  std::vector<Stream> streams_;  ///< the sum, then the waiting streams
  double summed_;                ///< entries of the sum
  double waiting_ = 0;           ///< entries of the waiting streams
};

/// Sends the selected entries of each region to the owner of that region and sums the entries of
/// the own region: Ok-Topk's step 3. `regions` are the P+1 boundaries.
///
/// Owner r adds in the order r, r-1, r-2, ... (modulo P), for any order of sending, so that neither
/// windows nor rotation change a bit.
/// Cost    P-1 messages, empty ones included. The merges of a window (OrderedSum) overlap with the
///         communication of the next one.
template <class Stream>
Stream split_and_reduce(runtime::Comm& comm, const Stream& chosen,
                        const std::vector<std::uint64_t>& regions, const ExchangeOrder& order,
                        const AllreduceOptions<Stream>& options) {
  const auto rank = static_cast<std::size_t>(comm.rank());
  comm.enter_phase("split");
  OutgoingParts<Stream> parts(comm, chosen, regions);
  for (std::uint64_t to = 0; to < regions.size() - 1; ++to) {
    if (to != rank) parts.pack(comm, to, options);
  }
  OrderedSum<Stream> sum(comm, parts.take(rank), options);
  const Range own{regions[rank], regions[rank + 1]};
  exchange_in_windows(
      comm, [&](int to) { return parts.message(static_cast<std::uint64_t>(to), options); }, order,
      [&](const std::vector<runtime::Message>& received) {
        for (const runtime::Message& message : received) {
          sum.add(unpack<Stream>(comm, own, message));
        }
        sum.merge_if_due();
      });
  return std::move(sum).finish();
}

}  // namespace sparlab::algos::oktopk
