#pragma once

#include "algos/allreduce.hpp"

namespace sparlab::algos {

/// SparCML's SSAR_Split_allgather: each rank reduces one part of the range, then all gather the
/// sparse parts. Best where bandwidth matters and the result stays sparse.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N; out: their union; dense if
///         some part received delta entries of its range.
/// Cost    P-1 + ceil(log2 P) messages; balanced: (P-1)/P (k + K) entries. Published upper bound
///         P*k entries; it counts senders only and equal blocks: an owner of all indices receives
///         min((P-1)k, (P-1)N/P), and gathering K from one rank moves K log2 P.
/// Source  Renggli et al., SC'19, section 5.3.2. The paper folds other P to a power of two before
///         splitting; here all P ranks split and Bruck's allgather serves any P, which saves two
///         messages of k and K entries.
template <class Stream>
Stream ssar_split_allgather(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
