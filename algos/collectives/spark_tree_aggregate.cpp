#include "algos/collectives/spark_tree_aggregate.hpp"

#include <utility>
#include <vector>

#include "algos/interface/instantiate.hpp"
#include "algos/steps/trees.hpp"
#include "model/parameters/spark_tree_aggregate.hpp"

namespace sparlab::algos {
namespace {

/// Reduces partition i < `partitions` into partition i modulo `left`.
template <class Stream>
Stream shuffle(runtime::Comm& comm, Stream stream, int partitions, int left,
               const AllreduceOptions<Stream>& options) {
  const int rank = comm.rank();
  if (rank >= partitions) return stream;
  const Range whole = stream.range();
  if (rank >= left) {
    send(comm, rank % left, pack(comm, stream, options.formats));
    return stream;
  }
  std::vector<runtime::Request> receives;
  for (int from = rank + left; from < partitions; from += left) {
    receives.push_back(comm.irecv(from));
  }
  const std::vector<runtime::Message> messages = wait_all(comm, receives);
  std::vector<Stream> partials;
  partials.push_back(std::move(stream));
  for (const auto& message : messages) partials.push_back(unpack<Stream>(comm, whole, message));
  return merge_all(comm, std::move(partials), options);
}

template <class Stream>
Stream broadcast_linearly(runtime::Comm& comm, Stream stream, Range whole,
                          const AllreduceOptions<Stream>& options) {
  comm.enter_phase("broadcast");
  if (comm.rank() > 0) return unpack<Stream>(comm, whole, receive(comm, 0));
  if (comm.size() > 1) send_to_all(comm, 1, comm.size(), pack(comm, stream, options.formats));
  return stream;
}

}  // namespace

template <class Stream>
Stream spark_tree_aggregate(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options,
                            const model::SparkTreeAggregateParameters& parameters) {
  stream = densify(comm, std::move(stream), options.op);
  const Range whole = stream.range();
  const auto rounds =
      model::shuffle_rounds(static_cast<std::uint64_t>(comm.size()), parameters.depth);
  comm.enter_phase("shuffle");
  for (std::size_t round = 0; round + 1 < rounds.size(); ++round) {
    stream = shuffle(comm, std::move(stream), static_cast<int>(rounds[round]),
                     static_cast<int>(rounds[round + 1]), options);
  }
  comm.enter_phase("driver");
  stream = shuffle(comm, std::move(stream), static_cast<int>(rounds.back()), 1, options);
  return parameters.broadcast == model::DriverBroadcast::binomial
             ? broadcast_binomially(comm, std::move(stream), whole, options)
             : broadcast_linearly(comm, std::move(stream), whole, options);
}

SPARLAB_INSTANTIATE_PARAMETERISED(spark_tree_aggregate, model::SparkTreeAggregateParameters)

}  // namespace sparlab::algos
