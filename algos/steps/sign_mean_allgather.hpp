#pragma once

#include <optional>
#include <vector>

#include "algos/quantizers/sign_mean.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {

/// Gathers the selections of all ranks over one range as indices and their mean. Each rank gets all
/// ranks' sets, including its own, by rank; all values of a set are its mean. With a sign, a set
/// holds the entries with this sign; without, all entries (quantizers::mixed_mean). `chosen` is
/// coo.
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
