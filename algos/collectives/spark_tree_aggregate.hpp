#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/spark_tree_aggregate.hpp"

namespace sparlab::algos {

/// Spark's treeAggregate of dense vectors, and a broadcast of the sum. Partition i is on rank i,
/// the driver on rank 0.
///
/// Each shuffle reduces partition i into partition i modulo the number of remaining partitions
/// `left`, in the order i, i + left, i + 2*left, ...; the driver reduces the last ones
/// (model/parameters/spark_tree_aggregate.hpp).
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense.
/// Cost    2(P-1) messages of N values in all. The driver receives at most scale + P/scale of them,
///         one after the other. Each shuffle adds about `scale` messages on the busiest rank.
/// Source  Apache Spark 1.6, RDD.treeAggregate. There a separate driver receives the last
///         partitions, and the broadcast is a torrent.
template <class Stream>
Stream spark_tree_aggregate(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options,
                            const model::SparkTreeAggregateParameters& parameters);

}  // namespace sparlab::algos
