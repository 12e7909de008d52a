#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Dense allreduce around a ring: the fewest bytes, 2(P-1) latencies.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    2(P-1) messages; 2(P-1)/P N values; (P-1)/P N sums. Any P, any N.
/// Source  Patarasuk and Yuan, JPDC 69(2), 2009.
template <class Stream>
Stream dense_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
