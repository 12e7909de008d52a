#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/formats/payload.hpp"
#include "algos/streams/counted_operations.hpp"
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

template <class One>
runtime::Message pack_as(Comm& comm, const One& stream, model::FormatSet formats) {
  const Format format = packed_format(comm, stream, formats);
  if (format == stream.format()) return stream.encode();
  const std::size_t bytes = stream.encoded_bytes(format);
  runtime::Buffer buffer(bytes);
  stream.encode_to(format, buffer.data());
  return runtime::Message(std::move(buffer), 0, bytes);
}

template <class One>
runtime::Message bundle_as(Comm& comm, std::span<const Stream> streams, model::FormatSet formats) {
  struct Part {
    Format format;
    std::size_t bytes;
  };
  std::vector<Part> parts;
  std::size_t bytes = 0;
  for (const Stream& stream : streams) {
    const One& one = stream.as<One>();
    const Format format = packed_format(comm, one, formats);
    parts.push_back({format, one.encoded_bytes(format)});
    bytes += parts.back().bytes;
  }
  comm.charge(Work{WorkKind::copy, static_cast<double>(bytes)});
  runtime::Buffer buffer(bytes);
  std::byte* target = buffer.data();
  for (std::size_t i = 0; i < streams.size(); ++i) {
    streams[i].as<One>().encode_to(parts[i].format, target);
    target += parts[i].bytes;
  }
  return runtime::Message(std::move(buffer), 0, bytes);
}

}  // namespace

runtime::Message pack(Comm& comm, const Stream& stream, model::FormatSet formats) {
  return stream.visit([&]<class One>(const One& one) {
    if constexpr (is_counted_v<One>) {
      charge_packing(comm, one, formats);
      return charged_message(one, formats);
    } else {
      return pack_as(comm, one, formats);
    }
  });
}

runtime::Message bundle(Comm& comm, std::span<const Stream> streams, model::FormatSet formats) {
  if (streams.size() == 1) return pack(comm, streams.front(), formats);
  return with_type(streams.front().type(), [&]<class One>() {
    if constexpr (is_counted_v<One>)
      return bundle(comm, all_as<One>(streams), formats);
    else
      return bundle_as<One>(comm, streams, formats);
  });
}

Decoded decode(const Domain& domain, const runtime::Message& message) {
  return with_type(domain.type, [&]<class One>() -> Decoded {
    Received<One> received = One::decode(message);
    require_range(received.stream.range(), domain.range);
    const double copied = copied_bytes(received);
    return {std::move(received.stream), copied};
  });
}

Stream unpack(Comm& comm, const Domain& domain, const runtime::Message& message) {
  Decoded decoded = decode(domain, message);
  charge_copies(comm, decoded.copied_bytes);
  return std::move(decoded.stream);
}

std::vector<Stream> unbundle(Comm& comm, StreamType type, const runtime::Message& message) {
  return with_type(type, [&]<class One>() {
    std::vector<Received<One>> parts = One::decode_bundle(message);
    std::vector<Stream> streams;
    streams.reserve(parts.size());
    for (Received<One>& received : parts) {
      charge_copies(comm, copied_bytes(received));
      streams.emplace_back(std::move(received.stream));
    }
    return streams;
  });
}

}  // namespace sparlab::algos
