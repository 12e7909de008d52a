#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Dense allreduce that exchanges whole vectors: lowest latency, most bytes.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    P = 2^L: L messages of N values, L*N sums. Other P: 2 more messages of N values.
/// Source  Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
template <class Stream>
Stream dense_recursive_doubling(runtime::Comm& comm, Stream stream,
                                const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
