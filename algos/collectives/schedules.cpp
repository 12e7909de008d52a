#include "model/parameters/schedules.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/steps/chain.hpp"
#include "algos/steps/ring_and_recursive.hpp"
#include "algos/steps/trees.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

Stream scheduled(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                 model::DenseSchedule schedule) {
  switch (schedule) {
    case model::DenseSchedule::recursive_doubling:
      return folded_recursive_doubling(comm, std::move(stream), options);
    case model::DenseSchedule::rabenseifner:
      return folded_rabenseifner(comm, std::move(stream), options);
    case model::DenseSchedule::ring:
      return ring(comm, stream, options);
  }
  SPARLAB_EXPECTS(false);
  return stream;
}

/// Reduces partition i < `partitions` into partition i modulo `left`.
Stream shuffle(runtime::Comm& comm, Stream stream, int partitions, int left,
               const AllreduceOptions& options) {
  const int rank = comm.rank();
  if (rank >= partitions) return stream;
  const Domain domain = stream.domain();
  if (rank >= left) {
    send(comm, rank % left, pack(comm, stream, options.formats));
    return stream;
  }
  std::vector<runtime::Request> receives;
  for (int from = rank + left; from < partitions; from += left)
    receives.push_back(comm.irecv(from));
  const std::vector<runtime::Message> messages = wait_all(comm, receives);
  std::vector<Stream> partials;
  partials.push_back(std::move(stream));
  for (const auto& message : messages) partials.push_back(unpack(comm, domain, message));
  return merge_all(comm, std::move(partials), options);
}

Stream broadcast_linearly(runtime::Comm& comm, Stream stream, const Domain& whole,
                          const AllreduceOptions& options) {
  comm.enter_phase("broadcast");
  if (comm.rank() > 0) return unpack(comm, whole, receive(comm, 0));
  if (comm.size() > 1) send_to_all(comm, 1, comm.size(), pack(comm, stream, options.formats));
  return stream;
}

}  // namespace

Stream traff_elimination(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                         const model::TraffEliminationParameters& parameters) {
  AllreduceOptions eliminating = options;
  eliminating.eliminates = true;
  eliminating.formats = options.formats.with(Format::runs);
  comm.enter_phase("normalise");
  stream = with_one_neutral(comm, densify(comm, std::move(stream), options.op), options.op);
  stream = scheduled(comm, std::move(stream), eliminating, parameters.schedule);
  // A rank that is idle in some rounds has received the result without its neutral elements.
  stream = densify(comm, std::move(stream), options.op);
  // Elements that equal the neutral one may differ in their bits. If all have one form, only a
  // user's function can create another: a rank that computed an element may then hold another form
  // of it than a rank that did not receive it.
  if (options.op.kind() != ReductionKind::user) return stream;
  return with_one_neutral(comm, std::move(stream), options.op);
}

Stream hofmann_runger(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                      const model::HofmannRungerParameters& parameters) {
  if (comm.size() == 1) return stream;
  AllreduceOptions encoded = options;
  encoded.formats = options.formats.with(Format::runs);
  comm.enter_phase("encode");
  stream = drop_neutral(comm, stream, options.op);
  const Range whole = stream.range();
  const auto boundaries = segment_boundaries(whole, parameters);
  if (options.collective == model::Collective::broadcast) {
    return broadcast_in_segments(comm, stream, boundaries, encoded);
  }
  std::vector<Stream> segments = split(comm, stream, boundaries);
  reduce_along_chain(comm, segments, encoded);
  broadcast_along_chain(comm, comm.size() - 1, segments, boundaries, stream.type(), encoded);
  return concatenate(comm, segments, options.op);
}

Stream spark_tree_aggregate(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                            const model::SparkTreeAggregateParameters& parameters) {
  stream = densify(comm, std::move(stream), options.op);
  const Domain whole = stream.domain();
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

}  // namespace sparlab::algos
