#pragma once

#include <optional>
#include <vector>

#include "algos/quantizers/sign_mean.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {

/// Gathers what every rank has chosen, of one range, as its indices and its mean: each rank gets
/// all ranks' sets, by rank, with the mean for all values, its own included. With a sign, a set is
/// of the entries that have it; without one of all (quantizers::mixed_mean). `chosen` is coo.
///
/// Cost    ceil(log2 P) messages; sets of model::sign_mean_bytes. A copy of indices and values at
///         each end.
/// Errors  WireError.
template <class Value, class Index>
std::vector<SparseStream<Value, Index>> sign_mean_allgather(
    runtime::Comm& comm, const SparseStream<Value, Index>& chosen,
    std::optional<quantizers::Sign> sign);
std::vector<CountedStream> sign_mean_allgather(runtime::Comm& comm, const CountedStream& chosen,
                                               std::optional<quantizers::Sign> sign);

}  // namespace sparlab::algos
