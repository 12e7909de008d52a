#include "model/parameters/schedules.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
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

using runtime::Message;
using runtime::Request;

std::vector<std::uint64_t> segment_boundaries(Range whole, std::uint64_t segment,
                                              std::uint64_t segments) {
  std::vector<std::uint64_t> boundaries;
  for (std::uint64_t i = 0; i < segments; ++i) boundaries.push_back(whole.lo + i * segment);
  boundaries.push_back(whole.hi);
  return boundaries;
}

/// Sends messages one after the other: the next one is prepared while the last one is in transit.
class PipelineSender {
 public:
  PipelineSender(runtime::Comm& comm, int to) : comm_(comm), to_(to) {}

  void send(Message message) {
    finish();
    request_ = comm_.isend(to_, std::move(message));
  }
  void finish() {
    if (request_.pending()) comm_.wait(request_);
  }

 private:
  runtime::Comm& comm_;
  int to_;
  Request request_;
};

/// Receives `count` messages in order; the next one arrives while the caller works on the last.
class PipelineReceiver {
 public:
  PipelineReceiver(runtime::Comm& comm, int from, std::size_t count)
      : comm_(comm), from_(from), left_(count) {
    if (left_ > 0) request_ = comm_.irecv(from_);
  }

  Message receive() {
    Message message = comm_.wait(request_);
    if (--left_ > 0) request_ = comm_.irecv(from_);
    return message;
  }

 private:
  runtime::Comm& comm_;
  int from_;
  std::size_t left_;
  Request request_;
};

/// Afterwards the last rank holds the reduced segments, the others empty streams.
void reduce_along_chain(runtime::Comm& comm, std::vector<Stream>& segments,
                        const AllreduceOptions& options) {
  const bool first = comm.rank() == 0;
  const bool last = comm.rank() + 1 == comm.size();
  comm.enter_phase("reduce");
  PipelineReceiver receiver(comm, comm.rank() - 1, first ? 0 : segments.size());
  PipelineSender sender(comm, comm.rank() + 1);
  for (Stream& segment : segments) {
    if (!first) {
      Stream received = unpack(comm, segment.domain(), receiver.receive());
      segment = merge(comm, std::move(received), std::move(segment), options);
    }
    if (last) continue;
    sender.send(pack(comm, segment, options.formats));
    segment = Stream{};
  }
  sender.finish();
}

/// From the last rank to all others; a rank forwards a message before it unpacks it.
void broadcast_along_chain(runtime::Comm& comm, std::vector<Stream>& segments,
                           const std::vector<std::uint64_t>& boundaries, StreamType type,
                           const AllreduceOptions& options) {
  const bool root = comm.rank() + 1 == comm.size();
  comm.enter_phase("broadcast");
  PipelineReceiver receiver(comm, comm.rank() + 1, root ? 0 : segments.size());
  PipelineSender sender(comm, comm.rank() - 1);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Message message = root ? pack(comm, segments[i], options.formats) : receiver.receive();
    if (comm.rank() > 0) sender.send(message);
    if (!root) segments[i] = unpack(comm, {type, {boundaries[i], boundaries[i + 1]}}, message);
  }
  sender.finish();
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
  const auto boundaries = segment_boundaries(whole, parameters.segment_size(whole.size()),
                                             parameters.segments(whole.size()));
  std::vector<Stream> segments = split(comm, stream, boundaries);
  reduce_along_chain(comm, segments, encoded);
  broadcast_along_chain(comm, segments, boundaries, stream.type(), encoded);
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
