#include "algos/steps/separate_allgather.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/steps/allgather.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

using model::SeparateGather;
using runtime::Comm;
using runtime::Message;
using runtime::Request;
using runtime::WorkKind;

/// An index in a message of indices.
using WideIndex = std::uint64_t;

/// A block as it arrived: in one message, or in two halves.
using MessagePieces = std::vector<Message>;

double wire_bytes(const MessagePieces& pieces) {
  double bytes = 0;
  for (const Message& piece : pieces) bytes += piece.wire_bytes();
  return bytes;
}

/// Two messages that count as many bytes as the one.
MessagePieces halves_of(const Message& whole) {
  if (!whole.buffer()) {  // it stands for data
    const Message half = Message::token(whole.bytes(), whole.wire_bytes() / 2);
    return {half, half};
  }
  const std::size_t size = whole.bytes().size();
  const std::size_t first = size / 2;
  return {Message(whole.buffer(), whole.offset(), first),
          Message(whole.buffer(), whole.offset() + first, size - first)};
}

/// Copies the bytes of a block, which has room for them.
void copy_pieces(const MessagePieces& pieces, void* target) {
  auto* at = static_cast<std::byte*>(target);
  for (const Message& piece : pieces) at = std::ranges::copy(piece.bytes(), at).out;
}

/// Passes the blocks of all ranks around the ring. A piece is sent as soon as it has arrived and
/// its predecessor of the same number has been sent.
std::vector<MessagePieces> around_ring(Comm& comm, MessagePieces own) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const int next = static_cast<int>((rank + 1) % ranks);
  const int previous = static_cast<int>((rank + ranks - 1) % ranks);
  const std::size_t pieces = own.size();
  std::vector<MessagePieces> blocks(ranks, MessagePieces(pieces));
  blocks[rank] = std::move(own);
  std::vector<Request> incoming(pieces);
  std::vector<Request> outgoing(pieces);
  for (std::size_t step = 0; step < ranks; ++step) {
    const std::size_t block = (rank + ranks - step) % ranks;  // arrives, then is passed on
    for (std::size_t i = 0; i < pieces; ++i) {
      if (step > 0) {
        blocks[block][i] = comm.wait(incoming[i]);
        comm.wait(outgoing[i]);
      }
      if (step + 1 == ranks) continue;
      incoming[i] = comm.irecv(previous);
      outgoing[i] = comm.isend(next, blocks[block][i]);
    }
  }
  return blocks;
}

/// Charges only copies that take place, since a charge is an event in an engine.
void charge_copied(Comm& comm, double bytes) {
  if (bytes > 0) comm.charge({WorkKind::copy, bytes});
}

/// The blocks of all ranks, by rank. That of rank r has bytes[r] bytes on the wire, and token_bytes
/// in memory if this is not 0.
std::vector<MessagePieces> gathered(Comm& comm, const Message& own,
                                    const std::vector<double>& bytes, std::size_t token_bytes,
                                    bool around, bool halved) {
  std::vector<MessagePieces> blocks;
  if (around) {
    comm.enter_phase("allgather");
    blocks = around_ring(comm, halved ? halves_of(own) : MessagePieces{own});
  } else {
    const auto extent_of = [&](std::span<const std::byte>, std::size_t rank) {
      const auto size = static_cast<std::size_t>(bytes[rank]);
      return Extent{token_bytes > 0 ? token_bytes : size, bytes[rank]};
    };
    for (Message& message : allgather_messages(comm, own, extent_of))
      blocks.push_back({std::move(message)});
  }
  for (std::size_t rank = 0; rank < blocks.size(); ++rank)
    if (wire_bytes(blocks[rank]) != bytes[rank])
      throw WireError("an allgather of indices or values: a block of the wrong size");
  return blocks;
}

/// The counts of the streams of all ranks. The message of a rank has the size of PyTorch's
/// SparseTensorMetadata if `code` is Gloo's: nine numbers, the last of which is the count.
std::vector<double> gathered_counts(Comm& comm, const Stream& own, SeparateGather code) {
  const bool around = code != SeparateGather::doubling;
  const std::size_t numbers = around ? 9 : 3;
  std::vector<std::uint64_t> shape(numbers);
  shape[0] = own.range().lo;
  shape[1] = own.range().hi;
  shape.back() = std::bit_cast<std::uint64_t>(own.count());  // an expectation if it is counted
  const std::size_t bytes = numbers * sizeof(std::uint64_t);
  runtime::Buffer buffer(bytes);
  std::memcpy(buffer.data(), shape.data(), bytes);
  const auto blocks =
      gathered(comm, Message(std::move(buffer), 0, bytes),
               std::vector(static_cast<std::size_t>(comm.size()), static_cast<double>(bytes)), 0,
               around, true);
  std::vector<double> counts;
  for (const MessagePieces& block : blocks) {
    copy_pieces(block, shape.data());
    require_range({shape[0], shape[1]}, own.range());
    const double count = std::bit_cast<double>(shape.back());
    const bool whole = own.is_counted() || std::floor(count) == count;
    if (!(count >= 0) || count > static_cast<double>(own.range().size()) || !whole)
      throw WireError("an allgather of indices and values: not a count");
    counts.push_back(count);
  }
  return counts;
}

template <class Entry>
Message message_of(std::size_t entries, std::span<const Entry> first) {
  runtime::Buffer buffer(entries * sizeof(Entry));
  std::byte* const rest = std::ranges::copy(std::as_bytes(first), buffer.data()).out;
  std::fill(rest, buffer.data() + entries * sizeof(Entry), std::byte{0});
  return Message(std::move(buffer), 0, entries * sizeof(Entry));
}

/// The indices, and zeros up to `entries`.
template <class Value, class Index>
Message index_message(const SparseStream<Value, Index>& own, double entries) {
  const std::vector<WideIndex> wide(own.indices().begin(), own.indices().end());
  return message_of(static_cast<std::size_t>(entries), std::span<const WideIndex>(wide));
}
template <class Value, class Index>
Message value_message(const SparseStream<Value, Index>& own, double entries) {
  return message_of(static_cast<std::size_t>(entries), own.values());
}

Message index_message(const CountedStream& own, double entries) {
  return Message::token(std::as_bytes(std::span(&own, 1)), entries * sizeof(WideIndex));
}
Message value_message(const CountedStream& own, double entries) {
  return Message::token(std::as_bytes(std::span(&own, 1)), entries * own.wire_format().value_bytes);
}

/// The stream of a rank that has `count` entries; padding is ignored.
template <class Value, class Index>
Stream stream_of(const SparseStream<Value, Index>& own, double count, const MessagePieces& indices,
                 const MessagePieces& values) {
  const Range range = own.range();
  const auto entries = static_cast<std::size_t>(count);
  std::vector<WideIndex> wide(static_cast<std::size_t>(wire_bytes(indices)) / sizeof(WideIndex));
  std::vector<Value> padded(static_cast<std::size_t>(wire_bytes(values)) / sizeof(Value));
  copy_pieces(indices, wide.data());
  copy_pieces(values, padded.data());
  CooBuilder<Value, Index> builder(range, entries);
  const auto out = builder.out();
  for (std::size_t i = 0; i < entries; ++i) {
    if (wide[i] < range.lo || wide[i] >= range.hi || (i > 0 && wide[i] <= wide[i - 1]))
      throw WireError("an allgather of indices: out of order or range");
    out.indices[i] = static_cast<Index>(wide[i]);
    out.values[i] = padded[i];
  }
  return std::move(builder).finish(entries);
}
Stream stream_of(const CountedStream& own, double, const MessagePieces&,
                 const MessagePieces& values) {
  CountedStream stream = CountedStream::decode(values.front()).stream;
  require_range(stream.range(), own.range());
  return stream;
}

}  // namespace

std::vector<Stream> separate_allgather(Comm& comm, const Stream& own, SeparateGather code) {
  SPARLAB_EXPECTS(own.format() == Format::coo);
  if (comm.size() == 1) return {own};
  const bool around = code != SeparateGather::doubling;
  const bool padded = code == SeparateGather::gloo_padded;
  const std::vector<double> counts = gathered_counts(comm, own, code);
  std::vector<double> sent = counts;
  if (padded) std::ranges::fill(sent, std::ranges::max(counts));
  const auto rank = static_cast<std::size_t>(comm.rank());
  const model::WireFormat wire = own.wire_format();
  const auto gather = [&](const Message& message, double entry_bytes) {
    std::vector<double> bytes = sent;
    for (double& block : bytes) block *= entry_bytes;
    return gathered(comm, message, bytes, own.is_counted() ? sizeof(CountedStream) : 0, around,
                    padded);
  };
  return own.visit([&](const auto& one) {
    comm.enter_phase("convert");
    charge_copied(comm, model::separate_copies(wire, counts[rank], sent[rank]));
    const auto indices = gather(index_message(one, sent[rank]), sizeof(WideIndex));
    const auto values = gather(value_message(one, sent[rank]), wire.value_bytes);
    comm.enter_phase("convert");
    std::vector<Stream> streams;
    double copied = 0;
    for (std::size_t from = 0; from < counts.size(); ++from) {
      if (from == rank) {
        streams.push_back(own);
        continue;
      }
      streams.push_back(stream_of(one, counts[from], indices[from], values[from]));
      copied += model::separate_copies(wire, counts[from], counts[from]);
    }
    charge_copied(comm, copied);
    return streams;
  });
}

}  // namespace sparlab::algos
