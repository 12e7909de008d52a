#include "algos/collectives/hofmann_runger.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algos/interface/instantiate.hpp"

namespace sparlab::algos {
namespace {

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
template <class Stream>
void reduce_along_chain(runtime::Comm& comm, std::vector<Stream>& segments,
                        const AllreduceOptions<Stream>& options) {
  const bool first = comm.rank() == 0;
  const bool last = comm.rank() + 1 == comm.size();
  comm.enter_phase("reduce");
  PipelineReceiver receiver(comm, comm.rank() - 1, first ? 0 : segments.size());
  PipelineSender sender(comm, comm.rank() + 1);
  for (Stream& segment : segments) {
    if (!first) {
      Stream received = unpack<Stream>(comm, segment.range(), receiver.receive());
      segment = merge(comm, std::move(received), std::move(segment), options);
    }
    if (last) continue;
    sender.send(pack(comm, segment, options.formats));
    segment = Stream{};
  }
  sender.finish();
}

/// From the last rank to all others; a rank forwards a message before it unpacks it.
template <class Stream>
void broadcast_along_chain(runtime::Comm& comm, std::vector<Stream>& segments,
                           const std::vector<std::uint64_t>& boundaries,
                           const AllreduceOptions<Stream>& options) {
  const bool root = comm.rank() + 1 == comm.size();
  comm.enter_phase("broadcast");
  PipelineReceiver receiver(comm, comm.rank() + 1, root ? 0 : segments.size());
  PipelineSender sender(comm, comm.rank() - 1);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Message message = root ? pack(comm, segments[i], options.formats) : receiver.receive();
    if (comm.rank() > 0) sender.send(message);
    if (!root) segments[i] = unpack<Stream>(comm, {boundaries[i], boundaries[i + 1]}, message);
  }
  sender.finish();
}

}  // namespace

template <class Stream>
Stream hofmann_runger(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                      const model::HofmannRungerParameters& parameters) {
  if (comm.size() == 1) return stream;
  AllreduceOptions<Stream> encoded = options;
  encoded.formats = options.formats.with(Format::runs);
  comm.enter_phase("encode");
  stream = drop_neutral(comm, stream, options.op);
  const Range whole = stream.range();
  const auto boundaries = segment_boundaries(whole, parameters.segment_size(whole.size()),
                                             parameters.segments(whole.size()));
  std::vector<Stream> segments = split(comm, stream, boundaries);
  reduce_along_chain(comm, segments, encoded);
  broadcast_along_chain(comm, segments, boundaries, encoded);
  return concatenate(comm, segments, options.op);
}

SPARLAB_INSTANTIATE_PARAMETERISED(hofmann_runger, model::HofmannRungerParameters)

}  // namespace sparlab::algos
