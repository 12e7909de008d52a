#pragma once

#include "algos/allreduce.hpp"

namespace sparlab::algos {

/// SparCML's SSAR_Recursive_double: exchanges whole sparse streams with ever farther partners.
/// Best where latency matters most.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N, which all ranks share.
///         out: max(k_r) <= K <= min(N, sum k_r) entries, dense once two inputs hold delta entries.
/// Cost    P = 2^L, k_r = k: L messages; L*k (equal supports) <= entries <= (P-1)*k (disjoint).
///         Other P: 2 messages more on the critical path, of k and of K entries.
/// Source  Renggli et al., SC'19, section 5.3.1.
template <class Stream>
Stream ssar_recursive_double(runtime::Comm& comm, Stream stream,
                             const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
