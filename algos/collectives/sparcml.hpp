#pragma once

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Every rank gathers all streams and reduces them locally (the communication of TopkA).
///
/// Shape   in: k_r entries of N indices; out: their union, coo or (by the dense switch) dense.
/// Cost    ceil(log2 P) messages; (P-1)k entries received; P*k entries reduced. The published
///         latency, log2 P, holds for P = 2^L.
/// Source  Renggli et al., SC'19; Ok-Topk (PPoPP'22) calls it TopkA.
Stream sparse_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// Ring allreduce on sparse segments: the baseline "ring" of SparCML's Figure 3.
///
/// Shape   in: k_r entries of N indices; out: their union; dense if a segment became dense.
/// Cost    2(P-1) messages. Reducing moves between (P-1)/P k and (P-1)k/2 entries, gathering
///         between (P-1)/P k and (P-1)k (uniform segments). Any P, any N.
Stream sparse_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// SparCML's SSAR_Recursive_double: ranks exchange whole sparse streams with partners at distance
/// 1, 2, 4, ... It is best where latency dominates.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N that all ranks share. out:
///         max(k_r) <= K <= min(N, sum k_r) entries, dense once two inputs hold delta entries.
/// Cost    P = 2^L, k_r = k: L messages; L*k (equal supports) <= entries <= (P-1)*k (disjoint).
///         Other P: 2 more messages on the critical path, of k and of K entries.
/// Source  Renggli et al., SC'19, section 5.3.1.
Stream ssar_recursive_double(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// SparCML's SSAR_Split_allgather: each rank reduces one part of the range, then all ranks gather
/// the sparse parts. It is best where bandwidth dominates and the result stays sparse.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N; out: their union; dense if
///         a part received delta entries of its range.
/// Cost    P-1 + ceil(log2 P) messages; balanced: (P-1)/P (k + K) entries. The published upper
///         bound is P*k entries. It counts only senders and assumes equal blocks: an owner of all
///         indices receives min((P-1)k, (P-1)N/P), and gathering K entries from one rank moves K
///         log2 P.
/// Source  Renggli et al., SC'19, section 5.3.2. For other P the paper folds to a power of two
///         before splitting. Here all P ranks split and Bruck's allgather works for any P, which
///         saves two messages of k and K entries.
Stream ssar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// SparCML's DSAR_Split_allgather: sparse split, dense parts, dense allgather. It is best where the
/// result is dense.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N; out: dense.
/// Cost    P-1 + ceil(log2 P) messages; at most k entries (without hot spots) plus (P-1)/P N
///         values. Always at least (P-1)/P N values, hence at most 2 times faster than Rabenseifner
///         for any delta (the paper's "2/kappa" is a ceiling for any algorithm).
/// Source  Renggli et al., SC'19, section 5.3.3.
Stream dsar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

}  // namespace sparlab::algos
