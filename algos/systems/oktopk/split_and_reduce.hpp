#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algos/steps/windowed_exchange.hpp"
#include "algos/streams/stream_operations.hpp"
#include "algos/systems/oktopk/ordered_sum.hpp"

namespace sparlab::algos::oktopk {

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
  std::vector<Stream> parts = split(comm, chosen, regions);
  std::vector<runtime::Message> messages(parts.size());
  for (std::size_t to = 0; to < parts.size(); ++to) {
    if (to != rank) messages[to] = pack(comm, parts[to], options.formats);
  }
  const Range own = parts[rank].range();
  OrderedSum<Stream> sum(comm, std::move(parts[rank]), options);
  exchange_in_windows(comm, std::move(messages), order,
                      [&](const std::vector<runtime::Message>& received) {
                        for (const runtime::Message& message : received) {
                          sum.add(unpack<Stream>(comm, own, message));
                        }
                        sum.merge_if_due();
                      });
  return std::move(sum).finish();
}

}  // namespace sparlab::algos::oktopk
