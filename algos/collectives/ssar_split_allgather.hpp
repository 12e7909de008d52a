#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// SparCML's SSAR_Split_allgather: each rank reduces one part of the range, then all ranks gather
/// the sparse parts. It is best where bandwidth dominates and the result stays sparse.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N; out: their union; dense if
///         a part received delta entries of its range.
/// Cost    P-1 + ceil(log2 P) messages; balanced: (P-1)/P (k + K) entries. The published upper
///         bound is P*k entries. It counts only senders and assumes equal blocks: an owner of all
///         indices receives min((P-1)k, (P-1)N/P), and gathering K entries from one rank moves K
///         log2 P.
/// Source  Renggli et al., SC'19, section 5.3.2. For other P the paper folds to a power of two
///         before splitting. Here all P ranks split and Bruck's allgather works for any P, which
///         saves two messages of k and K entries.
template <class Stream>
Stream ssar_split_allgather(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
