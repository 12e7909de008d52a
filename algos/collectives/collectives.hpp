#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/butterfly.hpp"
#include "model/parameters/dense.hpp"
#include "model/parameters/frameworks.hpp"
#include "model/parameters/hierarchical.hpp"
#include "model/parameters/scheduled.hpp"
#include "model/parameters/schedules.hpp"
#include "model/parameters/servers.hpp"
#include "model/parameters/sparcml.hpp"

/// Exact, stateless algorithms.
///
/// dense_ring, sparse_ring, ssar_split_allgather and dsar_split_allgather also compute one of their
/// phases alone (AllreduceOptions::collective). A reduce_scatter returns the sum over this rank's
/// shard; an allgatherv expects a stream over it, and returns that of AllreduceOptions::whole.
///
/// A broadcast returns rank 0's stream, and ignores others but for their range and type:
/// ssar_recursive_double sends it along a binomial tree, ssar_split_allgather and
/// dense_rabenseifner in parts (algos/steps/trees.hpp), hofmann_runger and dense_ring in segments
/// along the chain of ranks (algos/steps/chain.hpp).
namespace sparlab::algos {

// The dense algorithms reduce values in place and send them without headers
// (algos/steps/dense_vector.hpp). They can do what the code of another library does
// (model::DenseCode).

/// Dense allreduce that exchanges whole vectors: lowest latency, most bytes.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    P = 2^L: L messages of N values, L*N sums. Other P: 2 more messages of N values.
/// Source  Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
Stream dense_recursive_doubling(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                                const model::DenseParameters& parameters = {});

/// Dense allreduce by recursive multiplying: in each round, groups of up to `radix` ranks exchange
/// whole vectors with each other at once. Fewer rounds than recursive doubling, more bytes.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    P = radix^L: L rounds of radix-1 messages of N values, (radix-1)*L*N sums. Other P have
///         groups of other sizes, whose product is P. If P has a prime factor above radix: groups
///         of a power of two of ranks, and 2 more messages of N values.
/// Source  Ruefenacht, Bull, Booth, Parallel Computing 69, 2017.
Stream dense_recursive_k(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                         const model::RecursiveKParameters& parameters = {});

/// Dense allreduce by recursive halving, then recursive doubling: few bytes and few latencies.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    P = 2^L: 2L messages; 2(P-1)/P N values; (P-1)/P N sums. Other P: 2 more messages of N
///         values and N more sums on the critical path.
/// Source  Rabenseifner, ICCS 2004. SparCML (SC'19) charges beta_s for its values; beta_d is
///         correct.
Stream dense_rabenseifner(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                          const model::DenseParameters& parameters = {});

/// Dense allreduce by recursive halving and doubling over a Bine butterfly: the messages of
/// dense_rabenseifner between other partners, two thirds as far apart.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    as dense_rabenseifner.
/// Source  De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing
///         Communication Locality", SC'25.
Stream dense_bine(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// Dense allreduce around a ring: the fewest bytes, 2(P-1) latencies.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    2(P-1) messages; 2(P-1)/P N values; (P-1)/P N sums. Any P, any N.
/// Source  Patarasuk and Yuan, JPDC 69(2), 2009.
Stream dense_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                  const model::DenseParameters& parameters = {});

/// Dense allreduce over nodes of R neighbouring ranks: they reduce-scatter vectors around a ring;
/// each one reduces its part with the owners of that part in the other nodes, and the ring gathers
/// the parts. Nodes may consist of smaller nodes, which do the same among themselves first.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense. `between` is
///         the algorithm that parameters.between_name() names. P need not be a multiple of R.
/// Cost    2(R-1) messages of N/R values, and `between` on ceil(P/R) ranks with N/R values;
///         ceil(R/S) times if the last node has S ranks.
/// Source  the hierarchical allreduce of MPI libraries and NCCL.
Stream dense_two_level(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                       const model::DenseTwoLevelParameters& parameters,
                       const AllreduceByName& between);

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
///
/// With hop_work = dense, P-1 segments are filled and scanned, too, and explicit neutral elements
/// may be lost; of a dense stream, the elements that differ from the neutral one are used.
/// Source  SpCCL, SC'26. There vectors are dense before and after the call.
Stream sparse_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                   const model::SparseRingParameters& parameters = {});

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
///
/// With partition = hash, ranks own the indices that HashedOwners gives them, so that parts are
/// balanced: k entries are scattered before the split, and K are merged or scattered after the
/// allgather. With pull = bitmap, parts also become dense later, by the delta of bitmaps.
/// Source  Wang et al., Zen, OSDI'25. There the hash has no blocks, and owners send their parts to
///         all ranks, always as bitmaps.
Stream ssar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                            const model::SsarSplitAllgatherParameters& parameters = {});

/// SparCML's DSAR_Split_allgather: sparse split, dense parts, dense allgather. It is best where the
/// result is dense.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N; out: dense.
/// Cost    P-1 + ceil(log2 P) messages; at most k entries (without hot spots) plus (P-1)/P N
///         values. Always at least (P-1)/P N values, hence at most 2 times faster than Rabenseifner
///         for any delta (the paper's "2/kappa" is a ceiling for any algorithm).
/// Source  Renggli et al., SC'19, section 5.3.3.
Stream dsar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// Parameter servers: every rank pushes each shard of its vector to the server of that shard, which
/// reduces it. Then every rank pulls all shards.
///
/// Shape   in: k_r entries of N indices, or dense; out: their union, dense if a shard became dense
///         or mode = dense.
/// Cost    S servers, ranks 0 .. S-1, which are also workers. A rank sends S messages and receives
///         S; a server also receives P-1 and sends P-1. A server's port moves (P-1)/S of an input
///         and (P-1)/S of the result.
/// Source  Li et al., OSDI'14, without its asynchrony: all ranks get the sum of the same step.
Stream parameter_server(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                        const model::ParameterServerParameters& parameters);

/// Parallax: a dense stream is reduced by a ring, a sparse one by sharded parameter servers. Before
/// the servers, the ranks of a machine may add up their streams. run_option = mpi gathers sparse
/// streams at all ranks instead; run_option = ps sends dense streams to servers, too.
///
/// Shape   in: over N indices, dense on all ranks or coo on all: the class of a variable is known
///         before training starts. out: the reduction, dense if the input or a shard is.
/// Cost    M machines of m ranks and S shards: 2(m-1) messages inside a machine. Between machines:
///         one message a shard in each direction, for every machine except the shard's own. A
///         server's port moves (M-1)/S of a machine's union and as much of the result.
/// Source  Kim et al., EuroSys'19. There a machine pulls only the rows that it needs next; an
///         allreduce returns all rows.
Stream parallax(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                const model::ParallaxParameters& parameters);

/// Traeff's elimination of neutral elements: a dense allreduce whose vectors are dense in memory.
/// Its messages hold only the runs of other elements where this takes fewer bytes.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense. Elements
///         equal to the neutral one are returned with its bits: -0 as 0.
/// Cost    the messages of the dense schedule. Each holds at most n values, or its nnz values and 2
///         indices a run, or, where most runs are single elements, nnz pairs. Every dense vector is
///         scanned before it is sent.
/// Source  Traeff, "Transparent neutral element elimination in MPI reduction operations", EuroMPI
///         2010. The formats are ours, including a first and last index for each run.
Stream traff_elimination(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                         const model::TraffEliminationParameters& parameters);

/// Hofmann and Ruenger's pipelined reduction of run-length encoded vectors along a chain of ranks,
/// and a pipelined broadcast of the result in the opposite direction.
///
/// Segments travel from rank 0 to rank P-1; each rank merges its own segment into the one that it
/// receives. Then the results travel back.
/// Shape   in: coo, or dense: then only the elements that differ from the neutral one are used.
///         out: the union, dense if a segment became dense (SparCML's rule).
/// Cost    M = ceil(N/segment): 2M(P-1) messages in all. Each direction takes P+M-2 stages of one
///         segment, as slow as the largest segment. Any P, any N.
/// Source  Hofmann and Ruenger, "MPI reduction operations for sparse floating-point data",
///         EuroPVM/MPI 2008, a rooted reduction. The broadcast and the format are our additions.
Stream hofmann_runger(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                      const model::HofmannRungerParameters& parameters);

/// A mixed-radix butterfly of splits and exchanges. In each level, groups of ranks at one distance
/// divide their range, as in ssar_split_allgather, or exchange all that they hold, as in
/// ssar_recursive_double. The parts of a split are gathered after the levels that follow.
///
/// Ranks are numbered in mixed radix; the digit of the first level changes fastest, so that the
/// groups of all levels together represent contiguous ranks.
/// Shape   in: k_r entries of N indices; out: their union, dense if a sum became dense. The product
///         of all degrees is P.
/// Cost    a split of degree d: d-1 + ceil(log2 d) messages, (d-1)/d of what a rank holds, and as
///         much of the result on the way back. An exchange: ceil(log2 d) messages, d-1 times what a
///         rank holds. Each split divides by d what later levels hold.
/// Errors  ParameterError for degrees whose product is not P; WireError.
/// Source  ours. Levels of splits alone are Kylix's (Zhao and Canny, ICPP 2014), with indices and
///         values in one message.
Stream butterfly(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                 const model::ButterflyParameters& parameters = {});

/// A schedule from a file: in each round, ranks send sums over some inputs of parts of the range.
///
/// A rank adds what it needs for a message, or for its result, in the order of the terms' lowest
/// ranks (model::SchedulePlan). The operation must be commutative.
/// Shape   in: k_r entries of N indices; out: their union. A part is dense if a sum of it became
///         dense, and the result if a part is.
/// Cost    the schedule's messages; each sum in one is a stream with a header.
/// Errors  ParameterError: no schedule, one of another number of ranks, or one in which ranks add
///         in different orders, unless the settings accept it; WireError.
Stream scheduled(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                 const model::ScheduledParameters& parameters);

/// Spark's treeAggregate of dense vectors, and a broadcast of the sum. Partition i is on rank i,
/// the driver on rank 0.
///
/// Each shuffle reduces partition i into partition i modulo the number of remaining partitions
/// `left`, in the order i, i + left, i + 2*left, ...; the driver reduces the last ones
/// (model/parameters/schedules.hpp).
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    2(P-1) messages of N values in all. The driver receives at most scale + P/scale of them,
///         one after the other. Each shuffle adds about `scale` messages on the busiest rank.
/// Source  Apache Spark 1.6, RDD.treeAggregate. There a separate driver receives the last
///         partitions, and the broadcast is a torrent.
Stream spark_tree_aggregate(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                            const model::SparkTreeAggregateParameters& parameters);

/// What PyTorch's ProcessGroupGloo does for an allreduce of sparse tensors: all ranks gather all
/// sizes, indices and values, and every rank adds up all tensors.
///
/// Shape   in: k_r entries of N indices; of a dense stream, those that differ from the neutral
///         element. out: their union, coo, however many entries it has.
/// Cost    4(P-1) messages, padded 6(P-1); (P-1) times 72 bytes of metadata, the indices in
///         64 bits, and the values, padded to the longest input or not; P*k entries reduced.
/// Errors  WireError.
/// Source  PyTorch, ProcessGroupGloo.cpp, and Gloo, allgather.cc and allgatherv.cc.
Stream gloo_sparse(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                   const model::GlooSparseParameters& parameters);

/// What Horovod does with TensorFlow's IndexedSlices, two allgathers of indices and values that are
/// not padded, and the sum that it leaves to the optimizer.
///
/// Shape   in: k_r entries of N indices; of a dense stream, those that differ from the neutral
///         element. out: their union, coo, however many entries it has.
/// Cost    3 ceil(log2 P) messages; (P-1) times 24 bytes of sizes, the indices in 64 bits, and the
///         values; P*k entries reduced.
/// Errors  WireError.
/// Source  Horovod, horovod/tensorflow/__init__.py.
Stream horovod_slices(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// Reduces inside each node to its leader, then among leaders, then broadcasts inside the nodes.
/// This pays where the ranks of a node share one network card and reach each other faster: R ranks
/// then send as much as one rank would. The leaders' inputs overlap like unions of R inputs.
/// Nodes may consist of smaller nodes, which do the same among themselves first.
///
/// Shape   any streams over N indices; P need not be a multiple of R. node=1 is the algorithm
///         `between` itself. `between` is the algorithm that parameters.between_name() names. out:
///         the result of that algorithm. Sparse streams stay sparse inside nodes, even above delta,
///         so that leaders start from coo streams.
/// Cost    ceil(log2 R) messages up, `between` on ceil(P/R) ranks with the unions of R inputs, and
///         ceil(log2 R) messages of the result down.
/// Errors  WireError; ParameterError for a setting that is not accepted.
/// Source  ours; the scheme is common, e.g. in MPI libraries' shared-memory collectives.
Stream hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                    const model::HierarchicalParameters& parameters,
                    const AllreduceByName& between);

}  // namespace sparlab::algos
