#include "algos/steps/allgather.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "algos/formats/format.hpp"

namespace sparlab::algos {
namespace {

using runtime::Message;

Message joined(runtime::Comm& comm, std::span<const Message> messages) {
  if (messages.size() == 1) return messages.front();
  std::size_t size = 0;
  double wire_bytes = 0;
  for (const Message& message : messages) {
    size += message.bytes().size();
    wire_bytes += message.wire_bytes();
  }
  comm.charge({runtime::WorkKind::copy, wire_bytes});
  runtime::Buffer buffer(size);
  std::byte* target = buffer.data();
  for (const Message& message : messages) target = std::ranges::copy(message.bytes(), target).out;
  return Message::weighted(std::move(buffer), size, wire_bytes);
}

/// The bytes from `position` on; real messages share the memory block.
Message slice(const Message& message, std::size_t position, const Extent& extent) {
  const bool real = extent.wire_bytes == static_cast<double>(extent.bytes);
  if (real && message.buffer())
    return Message(message.buffer(), message.offset() + position, extent.bytes);
  return Message::token(message.bytes().subspan(position, extent.bytes), extent.wire_bytes);
}

}  // namespace

std::vector<Stream> allgather(runtime::Comm& comm, Stream own,
                              const std::function<Range(std::size_t rank)>& range_of,
                              const AllreduceOptions& options) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const StreamType type = own.type();
  const auto pack_streams = [&](std::span<const Stream> streams) {
    return bundle(comm, streams, options);
  };
  const auto unpack_streams = [&](const Message& message, std::size_t first, std::size_t count) {
    auto streams = unbundle(comm, type, message);
    if (streams.size() != count) throw WireError("allgather: a bundle of the wrong length");
    for (std::size_t i = 0; i < count; ++i) {
      require_range(streams[i].range(), range_of((first + i) % ranks));
    }
    return streams;
  };
  comm.enter_phase("allgather");
  return allgather_blocks(comm, std::move(own), pack_streams, unpack_streams);
}

std::vector<Stream> allgather_parts(runtime::Comm& comm, Stream own, Range whole,
                                    const AllreduceOptions& options) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  return allgather(
      comm, std::move(own), [=](std::size_t rank) { return model::part_of(whole, rank, ranks); },
      options);
}

std::vector<Stream> allgather_pieces(runtime::Comm& comm, std::vector<Stream> own, Range whole,
                                     const AllreduceOptions& options) {
  using Pieces = std::vector<Stream>;
  const auto ranks = static_cast<std::size_t>(comm.size());
  const StreamType type = own.front().type();
  const auto pack_pieces = [&](std::span<const Pieces> parts) {
    Pieces all;
    for (const Pieces& part : parts) all.insert(all.end(), part.begin(), part.end());
    return bundle(comm, all, options);
  };
  const auto unpack_pieces = [&](const Message& message, std::size_t first, std::size_t count) {
    Pieces all = unbundle(comm, type, message);
    std::vector<Pieces> parts(count);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Range part = model::part_of(whole, (first + i) % ranks, ranks);
      std::uint64_t end = part.lo;
      do {
        if (taken == all.size()) throw WireError("allgather: pieces that do not cover their part");
        const Range piece = all[taken].range();
        require_range(piece, {end, std::clamp(piece.hi, end, part.hi)});
        end = piece.hi;
        parts[i].push_back(std::move(all[taken++]));
      } while (end < part.hi);
    }
    if (taken != all.size()) throw WireError("allgather: a bundle of the wrong length");
    return parts;
  };
  comm.enter_phase("allgather");
  Pieces pieces;
  for (Pieces& part : allgather_blocks(comm, std::move(own), pack_pieces, unpack_pieces))
    std::ranges::move(part, std::back_inserter(pieces));
  return pieces;
}

std::vector<Message> allgather_messages(runtime::Comm& comm, Message own,
                                        const ExtentOf& extent_of) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto pack = [&](std::span<const Message> messages) { return joined(comm, messages); };
  const auto unpack = [&](const Message& message, std::size_t first, std::size_t count) {
    std::vector<Message> messages;
    std::size_t position = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto rest = message.bytes().subspan(position);
      const Extent extent = extent_of(rest, (first + i) % ranks);
      if (extent.bytes > rest.size()) throw WireError("allgather: the message is truncated");
      messages.push_back(slice(message, position, extent));
      position += extent.bytes;
    }
    if (position != message.bytes().size())
      throw WireError("allgather: the message is longer than its blocks");
    return messages;
  };
  comm.enter_phase("allgather");
  return allgather_blocks(comm, std::move(own), pack, unpack);
}

}  // namespace sparlab::algos
