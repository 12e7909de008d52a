#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Dense allreduce by recursive halving, then recursive doubling: few bytes and few latencies.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    P = 2^L: 2L messages; 2(P-1)/P N values; (P-1)/P N sums. Other P: 2 more messages of N
///         values and N more sums on the critical path.
/// Source  Rabenseifner, ICCS 2004. SparCML (SC'19) charges beta_s for its values; beta_d is
///         correct.
template <class Stream>
Stream dense_rabenseifner(runtime::Comm& comm, Stream stream,
                          const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
