#include "algos/systems/oktopk/split_and_reduce.hpp"

#include <cstddef>
#include <utility>

#include "algos/steps/outgoing_parts.hpp"
#include "model/costs/oktopk.hpp"

namespace sparlab::algos::oktopk {
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
  for (std::uint64_t to = 0; to < regions.size() - 1; ++to) {
    if (to != rank) parts.pack(comm, to, options);
  }
  OrderedSum sum(comm, parts.take(rank), options);
  const Domain own{chosen.type(), {regions[rank], regions[rank + 1]}};
  exchange_in_windows(
      comm, [&](int to) { return parts.message(static_cast<std::uint64_t>(to), options); }, order,
      [&](const std::vector<runtime::Message>& received) {
        for (const runtime::Message& message : received) {
          sum.add(unpack(comm, own, message));
        }
        sum.merge_if_due();
      });
  return std::move(sum).finish();
}

}  // namespace sparlab::algos::oktopk
