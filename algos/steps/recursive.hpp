#pragma once

#include "algos/interface/allreduce.hpp"

/// Exchanges with partners at distances that are powers of two, on any number of ranks. If P is not
/// a power of two, the surplus ranks first send their input to a neighbour and receive the result
/// at the end.
///
/// Cost    surplus > 0: 2 more messages on the critical path, one of an input and one of the
///         result.
/// Source  Renggli et al., SC'19, section 5.3.1, which calls this cost constant. In fact it grows
///         with the result.
namespace sparlab::algos {

/// Recursive doubling: log2 P rounds in which partners at distance 1, 2, 4, ... exchange their
/// whole streams. Both merge them with the lower rank's stream on the left, so every rank gets the
/// same bits.
Stream folded_recursive_doubling(runtime::Comm& comm, Stream stream,
                                 const AllreduceOptions& options);

/// Recursive halving, where partners at distance P/2, P/4, ..., 1 exchange the half that the other
/// keeps, then an allgather of the parts by recursive doubling.
Stream folded_rabenseifner(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

}  // namespace sparlab::algos
