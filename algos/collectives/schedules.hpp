#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/schedules.hpp"

namespace sparlab::algos {

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

}  // namespace sparlab::algos
