#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Ring allreduce on sparse segments: the baseline "ring" of SparCML's Figure 3.
///
/// Shape   in: k_r entries of N indices; out: their union; dense if a segment became dense.
/// Cost    2(P-1) messages. Reducing moves between (P-1)/P k and (P-1)k/2 entries, gathering
///         between (P-1)/P k and (P-1)k (uniform segments). Any P, any N.
template <class Stream>
Stream sparse_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
