#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Every rank gathers all streams and reduces them locally (the communication of TopkA).
///
/// Shape   in: k_r entries of N indices; out: their union, coo or (by the dense switch) dense.
/// Cost    ceil(log2 P) messages; (P-1)k entries received; P*k entries reduced. The published
///         latency, log2 P, holds for P = 2^L.
/// Source  Renggli et al., SC'19; Ok-Topk (PPoPP'22) calls it TopkA.
template <class Stream>
Stream sparse_allgather(runtime::Comm& comm, Stream stream,
                        const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
