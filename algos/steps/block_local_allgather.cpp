#include "algos/steps/block_local_allgather.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "algos/formats/block_local.hpp"
#include "algos/formats/format.hpp"
#include "algos/steps/allgather.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

using model::BlockLocalLayout;
using runtime::Comm;
using runtime::Message;

template <class Value, class Index>
Message message_of(const SparseStream<Value, Index>& own, const BlockLocalLayout& layout) {
  const StreamHeader header{.value_type = value_type_of<Value>,
                            .index_type = index_type_of<Index>,
                            .coding = static_cast<std::uint8_t>(layout.index_bits()),
                            .lo = own.range().lo,
                            .hi = own.range().hi,
                            .count = layout.slots()};
  const std::size_t bytes = sizeof header + formats::block_local_payload_bytes<Value>(layout);
  runtime::Buffer buffer(bytes);
  std::memcpy(buffer.data(), &header, sizeof header);
  formats::write_block_local(own.view(), own.range().lo, layout, buffer.data() + sizeof header);
  return Message(std::move(buffer), 0, bytes);
}
Message message_of(const CountedStream& own, const BlockLocalLayout& layout) {
  return Message::token(std::as_bytes(std::span(&own, 1)),
                        model::block_local_bytes(own.wire_format(), layout));
}

/// Refuses what is not such a message of the stream's type and range.
template <class Value, class Index>
void check_header(std::span<const std::byte> message, const SparseStream<Value, Index>& own,
                  const BlockLocalLayout& layout) {
  const auto header = read_header<StreamHeader>(message);
  if (!header || header->format != Format::coo || header->value_type != value_type_of<Value> ||
      header->index_type != index_type_of<Index>)
    throw WireError("not entries in blocks of this type");
  require_range({header->lo, header->hi}, own.range());
  if (header->coding != layout.index_bits() || header->count != layout.slots())
    throw WireError("entries in other blocks");
}
void check_header(std::span<const std::byte> /*message*/, const CountedStream& /*own*/,
                  const BlockLocalLayout& /*layout*/) {}

template <class Value, class Index>
Stream stream_of(const Message& message, const SparseStream<Value, Index>& own,
                 const BlockLocalLayout& layout) {
  CooBuilder<Value, Index> builder(own.range(), layout.slots());
  const auto count = formats::read_block_local(message.bytes().subspan(sizeof(StreamHeader)),
                                               own.range().lo, layout, builder.out());
  if (!count) throw WireError("entries in blocks: damaged");
  return std::move(builder).finish(*count);
}
Stream stream_of(const Message& message, const CountedStream& own,
                 const BlockLocalLayout& /*layout*/) {
  CountedStream stream = CountedStream::decode(message).stream;
  require_range(stream.range(), own.range());
  return stream;
}

}  // namespace

std::vector<Stream> block_local_allgather(Comm& comm, const Stream& own,
                                          const BlockLocalLayout& layout) {
  SPARLAB_EXPECTS(own.format() == Format::coo);
  if (comm.size() == 1) return {own};
  const model::WireFormat wire = own.wire_format();
  const auto charge_conversion = [&](const Stream& stream) {
    comm.charge({runtime::WorkKind::copy, model::block_local_copies(wire, layout, stream.count())});
  };
  return own.visit([&]<class One>(const One& one) {
    comm.enter_phase("encode");
    charge_conversion(own);
    const Message message = message_of(one, layout);
    const Extent extent{is_counted_v<One> ? sizeof(CountedStream) : message.bytes().size(),
                        message.wire_bytes()};
    const auto messages =
        allgather_messages(comm, message, [&](std::span<const std::byte> rest, std::size_t) {
          check_header(rest, one, layout);
          return extent;
        });
    comm.enter_phase("decode");
    std::vector<Stream> streams;
    streams.reserve(messages.size());
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
      if (rank == static_cast<std::size_t>(comm.rank())) {
        streams.push_back(own);
        continue;
      }
      streams.push_back(stream_of(messages[rank], one, layout));
      charge_conversion(streams.back());
    }
    return streams;
  });
}

}  // namespace sparlab::algos
