#include "algos/formats/format.hpp"
#include "algos/formats/payload.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Work;
using runtime::WorkKind;

/// Charges only conversions that take place, since a charge is an event in an engine.
void charge_copies(Comm& comm, double bytes) {
  if (bytes > 0) comm.charge(Work{WorkKind::copy, bytes});
}

/// The format of the message; charges the sender's part of a conversion.
template <class Value, class Index>
Format packed_format(Comm& comm, const SparseStream<Value, Index>& stream,
                     model::FormatSet formats) {
  if (stream.format() == Format::dense) return Format::dense;
  const std::uint64_t runs =
      formats.contains(Format::runs) ? formats::count_runs(stream.indices()) : 0;
  const model::Packing packing = stream.wire_format().pack(
      formats, static_cast<double>(stream.count()), static_cast<double>(stream.range().size()),
      static_cast<double>(runs));
  charge_copies(comm, packing.pack_copies);
  return packing.format;
}

/// The receiver's part of a conversion.
template <class Stream>
double copied_bytes(const Received<Stream>& received) {
  return received.stream.wire_format().conversion_bytes(
      received.format, received.wire_bytes, static_cast<double>(received.stream.count()));
}

}  // namespace

template <class Value, class Index>
runtime::Message pack(Comm& comm, const SparseStream<Value, Index>& stream,
                      model::FormatSet formats) {
  const Format format = packed_format(comm, stream, formats);
  if (format == stream.format()) return stream.encode();
  const std::size_t bytes = stream.encoded_bytes(format);
  runtime::Buffer buffer(bytes);
  stream.encode_to(format, buffer.data());
  return runtime::Message(std::move(buffer), 0, bytes);
}

template <class Value, class Index>
runtime::Message bundle(Comm& comm, std::span<const SparseStream<Value, Index>> streams,
                        model::FormatSet formats) {
  if (streams.size() == 1) return pack(comm, streams.front(), formats);
  struct Part {
    Format format;
    std::size_t bytes;
  };
  std::vector<Part> parts;
  std::size_t bytes = 0;
  for (const auto& stream : streams) {
    const Format format = packed_format(comm, stream, formats);
    parts.push_back({format, stream.encoded_bytes(format)});
    bytes += parts.back().bytes;
  }
  comm.charge(Work{WorkKind::copy, static_cast<double>(bytes)});
  runtime::Buffer buffer(bytes);
  std::byte* target = buffer.data();
  for (std::size_t i = 0; i < streams.size(); ++i) {
    streams[i].encode_to(parts[i].format, target);
    target += parts[i].bytes;
  }
  return runtime::Message(std::move(buffer), 0, bytes);
}

template <class Stream>
Decoded<Stream> decode(Range range, const runtime::Message& message) {
  Received<Stream> received = Stream::decode(message);
  require_range(received.stream.range(), range);
  const double copied = copied_bytes(received);
  return {std::move(received.stream), copied};
}

template <class Stream>
Stream unpack(Comm& comm, Range range, const runtime::Message& message) {
  Decoded<Stream> decoded = decode<Stream>(range, message);
  charge_copies(comm, decoded.copied_bytes);
  return std::move(decoded.stream);
}

template <class Stream>
std::vector<Stream> unbundle(Comm& comm, const runtime::Message& message) {
  std::vector<Received<Stream>> parts = Stream::decode_bundle(message);
  std::vector<Stream> streams;
  streams.reserve(parts.size());
  for (Received<Stream>& received : parts) {
    charge_copies(comm, copied_bytes(received));
    streams.push_back(std::move(received.stream));
  }
  return streams;
}

#define SPARLAB_INSTANTIATE(V, I)                                                                 \
  template runtime::Message pack(Comm&, const SparseStream<V, I>&, model::FormatSet);             \
  template SparseStream<V, I> unpack(Comm&, Range, const runtime::Message&);                      \
  template Decoded<SparseStream<V, I>> decode(Range, const runtime::Message&);                    \
  template runtime::Message bundle(Comm&, std::span<const SparseStream<V, I>>, model::FormatSet); \
  template std::vector<SparseStream<V, I>> unbundle(Comm&, const runtime::Message&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template CountedStream unpack(Comm&, Range, const runtime::Message&);
template Decoded<CountedStream> decode(Range, const runtime::Message&);
template std::vector<CountedStream> unbundle(Comm&, const runtime::Message&);

}  // namespace sparlab::algos
