#pragma once

#include <cstdint>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/windowed_exchange.hpp"

namespace sparlab::algos::oktopk {

/// Sends the selected entries of each region to the owner of that region and sums the entries of
/// the own region: Ok-Topk's step 3. `regions` are the P+1 boundaries.
///
/// Owner r adds in the order r, r-1, r-2, ... (modulo P), for any order of sending, so that neither
/// windows nor rotation change a bit.
/// Cost    P-1 messages, empty ones included. The merges of a window overlap with the
///         communication of the next one.
Stream split_and_reduce(runtime::Comm& comm, const Stream& chosen,
                        const std::vector<std::uint64_t>& regions, const ExchangeOrder& order,
                        const AllreduceOptions& options);

}  // namespace sparlab::algos::oktopk
