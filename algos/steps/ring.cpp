#include "algos/steps/ring.hpp"

#include <utility>

#include "model/base/range.hpp"

namespace sparlab::algos {

void ring_allgather(runtime::Comm& comm, std::vector<Stream>& parts, std::size_t own, Range whole,
                    const AllreduceOptions& options) {
  const std::size_t ranks = parts.size();
  const auto rank = static_cast<std::size_t>(comm.rank());
  const StreamType type = parts[own].type();
  const int next = static_cast<int>((rank + 1) % ranks);
  const int previous = static_cast<int>((rank + ranks - 1) % ranks);
  comm.enter_phase("allgather");
  for (std::size_t step = 0; step + 1 < ranks; ++step) {
    const std::size_t sent = (own + ranks - step) % ranks;
    const std::size_t filled = (sent + ranks - 1) % ranks;
    auto message = pack(comm, parts[sent], options);
    parts[filled] = unpack(comm, {type, model::part_of(whole, filled, ranks)},
                           exchange(comm, next, std::move(message), previous));
  }
}

Stream ring(runtime::Comm& comm, const Stream& stream, const AllreduceOptions& options) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const int next = static_cast<int>((rank + 1) % ranks);
  const int previous = static_cast<int>((rank + ranks - 1) % ranks);
  if (ranks == 1) return stream;

  comm.enter_phase("reduce_scatter");
  std::vector<Stream> segments = split(comm, stream, model::boundaries(stream.range(), ranks));
  for (std::size_t step = 0; step + 1 < ranks; ++step) {
    const std::size_t sent = (rank + ranks - step) % ranks;
    const std::size_t kept = (sent + ranks - 1) % ranks;
    Stream& reduced = segments[kept];
    auto message = pack(comm, segments[sent], options);
    segments[sent] = Stream{};
    Stream received =
        unpack(comm, reduced.domain(), exchange(comm, next, std::move(message), previous));
    reduced = merge(comm, std::move(received), std::move(reduced), options);
  }

  ring_allgather(comm, segments, (rank + 1) % ranks, stream.range(), options);
  return concatenate(comm, segments, options.op);
}

}  // namespace sparlab::algos
