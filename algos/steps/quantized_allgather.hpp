#pragma once

#include <optional>
#include <vector>

#include "algos/quantizers/qsgd.hpp"
#include "algos/quantizers/sign_mean.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {

/// The allgather of reduced dense parts, quantized: rank r's `own` is part r of `whole`, cut into P
/// parts. Its owner quantizes each part once. All ranks, including the owner, decode the same
/// bytes, so all get the same bits. Buckets begin with each part; random numbers are functions of
/// an element's index, counted from the beginning of `whole`.
///
/// Shape   out: dense over `whole`.
/// Cost    ceil(log2 P) messages; parts of model::qsgd_bytes. A copy of values and codes at each
///         end.
/// Errors  WireError.
Stream qsgd_allgather(runtime::Comm& comm, const Stream& own, Range whole,
                      const quantizers::Qsgd& qsgd);

/// Gathers the selections of all ranks over one range as indices and their mean. Each rank gets all
/// ranks' sets, including its own, by rank; all values of a set are its mean. With a sign, a set
/// holds the entries with this sign; without, all entries (quantizers::mixed_mean). `chosen` is
/// coo.
///
/// Cost    ceil(log2 P) messages; sets of model::sign_mean_bytes. A copy of indices and values at
///         each end.
/// Errors  WireError.
std::vector<Stream> sign_mean_allgather(runtime::Comm& comm, const Stream& chosen,
                                        std::optional<quantizers::Sign> sign);

}  // namespace sparlab::algos
