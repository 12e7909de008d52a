#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// SparCML's DSAR_Split_allgather: sparse split, dense parts, dense allgather. It is best where the
/// result is dense.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N; out: dense.
/// Cost    P-1 + ceil(log2 P) messages; at most k entries (without hot spots) plus (P-1)/P N
///         values. Always at least (P-1)/P N values, hence at most 2 times faster than Rabenseifner
///         for any delta (the paper's "2/kappa" is a ceiling for any algorithm).
/// Source  Renggli et al., SC'19, section 5.3.3.
template <class Stream>
Stream dsar_split_allgather(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
