#pragma once

#include <vector>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// A dense result over `whole` from the contributions to this rank's part of P. Parts are reduced,
/// from left to right, sent and received in their places in the result, so that no concatenation
/// follows. Charges as much for a reduction as making the first contribution dense and merging the
/// others into it.
///
/// All ranks know the range of part r (model::part_of), and a dense part has a value for each of
/// its indices. Therefore messages consist only of values. Pattern and number of messages:
/// for_each_allgather_round. Data are copied, by the sender and by the receiver, only if P is not a
/// power of two and the parts are not contiguous; copies are charged.
/// Errors  WireError: a different number of values.
Stream reduce_in_place(runtime::Comm& comm, Range whole, std::vector<Stream> contributions,
                       const Operation& op);

}  // namespace sparlab::algos
