#pragma once

#include <utility>
#include <vector>

#include "algos/streams/stream_operations.hpp"
#include "model/costs/oktopk_costs.hpp"

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

}  // namespace sparlab::algos::oktopk
