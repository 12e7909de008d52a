#include "algos/steps/chain.hpp"

#include <cstddef>
#include <utility>

#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {
namespace {

using runtime::Message;
using runtime::Request;

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

}  // namespace

std::vector<std::uint64_t> segment_boundaries(Range whole,
                                              const model::HofmannRungerParameters& parameters) {
  const std::uint64_t segment = parameters.segment_size(whole.size());
  const std::uint64_t segments = parameters.segments(whole.size());
  std::vector<std::uint64_t> boundaries;
  for (std::uint64_t i = 0; i < segments; ++i) boundaries.push_back(whole.lo + i * segment);
  boundaries.push_back(whole.hi);
  return boundaries;
}

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

void broadcast_along_chain(runtime::Comm& comm, int root, std::vector<Stream>& segments,
                           const std::vector<std::uint64_t>& boundaries, StreamType type,
                           const AllreduceOptions& options) {
  const int towards_end = root == 0 ? 1 : -1;
  const bool first = comm.rank() == root;
  const bool last = comm.rank() == comm.size() - 1 - root;
  comm.enter_phase("broadcast");
  PipelineReceiver receiver(comm, comm.rank() - towards_end, first ? 0 : segments.size());
  PipelineSender sender(comm, comm.rank() + towards_end);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Message message = first ? pack(comm, segments[i], options.formats) : receiver.receive();
    if (!last) sender.send(message);
    if (!first) segments[i] = unpack(comm, {type, {boundaries[i], boundaries[i + 1]}}, message);
  }
  sender.finish();
}

Stream broadcast_in_segments(runtime::Comm& comm, const Stream& stream,
                             const std::vector<std::uint64_t>& boundaries,
                             const AllreduceOptions& options) {
  std::vector<Stream> segments(boundaries.size() - 1);
  if (comm.rank() == 0) segments = split(comm, stream, boundaries);
  broadcast_along_chain(comm, 0, segments, boundaries, stream.type(), options);
  return concatenate(comm, segments, options.op);
}

}  // namespace sparlab::algos
