#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// SparCML's SSAR_Recursive_double: ranks exchange whole sparse streams with partners at distance
/// 1, 2, 4, ... It is best where latency dominates.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N that all ranks share. out:
///         max(k_r) <= K <= min(N, sum k_r) entries, dense once two inputs hold delta entries.
/// Cost    P = 2^L, k_r = k: L messages; L*k (equal supports) <= entries <= (P-1)*k (disjoint).
///         Other P: 2 more messages on the critical path, of k and of K entries.
/// Source  Renggli et al., SC'19, section 5.3.1.
template <class Stream>
Stream ssar_recursive_double(runtime::Comm& comm, Stream stream,
                             const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
