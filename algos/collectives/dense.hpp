#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Dense allreduce that exchanges whole vectors: lowest latency, most bytes.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    P = 2^L: L messages of N values, L*N sums. Other P: 2 more messages of N values.
/// Source  Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
Stream dense_recursive_doubling(runtime::Comm& comm, Stream stream,
                                const AllreduceOptions& options);

/// Dense allreduce by recursive halving, then recursive doubling: few bytes and few latencies.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    P = 2^L: 2L messages; 2(P-1)/P N values; (P-1)/P N sums. Other P: 2 more messages of N
///         values and N more sums on the critical path.
/// Source  Rabenseifner, ICCS 2004. SparCML (SC'19) charges beta_s for its values; beta_d is
///         correct.
Stream dense_rabenseifner(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// Dense allreduce around a ring: the fewest bytes, 2(P-1) latencies.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    2(P-1) messages; 2(P-1)/P N values; (P-1)/P N sums. Any P, any N.
/// Source  Patarasuk and Yuan, JPDC 69(2), 2009.
Stream dense_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

}  // namespace sparlab::algos
