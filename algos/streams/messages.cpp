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

/// How a stream is written to a message.
struct Form {
  Format format;
  ValueCode code;
  std::size_t bytes;
};

/// Charges the sender's part of a conversion.
template <class Value, class Index>
Form form_of(Comm& comm, const SparseStream<Value, Index>& stream, model::FormatSet formats) {
  const model::WireFormat wire = stream.wire_format();
  std::size_t coded = stream.values().size_bytes();
  if (wire.codes_values(formats.value_code()))
    coded = formats::values_bytes(formats.value_code(), stream.values());
  const auto coded_bytes = static_cast<double>(coded);
  const auto size = static_cast<double>(stream.range().size());
  model::Packing packing;
  if (stream.format() == Format::dense) {
    packing = wire.pack_dense(formats, size, coded_bytes);
  } else {
    const std::uint64_t runs =
        formats.contains(Format::runs) ? formats::count_runs(stream.indices()) : 0;
    packing = wire.pack(formats, static_cast<double>(stream.count()), size,
                        static_cast<double>(runs), coded_bytes);
  }
  charge_copies(comm, packing.pack_copies);
  std::size_t bytes = stream.encoded_bytes(packing.format);
  if (packing.code != ValueCode::none) bytes -= stream.values().size_bytes() - coded;
  return {packing.format, packing.code, bytes};
}

/// The receiver's part of a conversion.
template <class Stream>
double copied_bytes(const Received<Stream>& received) {
  return received.stream.wire_format().conversion_bytes(
      received.format, received.code, received.wire_bytes,
      static_cast<double>(received.stream.count()));
}

template <class One>
runtime::Message pack_as(Comm& comm, const One& stream, model::FormatSet formats) {
  const auto [format, code, bytes] = form_of(comm, stream, formats);
  if (format == stream.format() && code == ValueCode::none) return stream.encode();
  runtime::Buffer buffer(bytes);
  stream.encode_to(format, buffer.data(), code);
  return runtime::Message(std::move(buffer), 0, bytes);
}

template <class One>
runtime::Message bundle_as(Comm& comm, std::span<const Stream> streams, model::FormatSet formats) {
  std::vector<Form> parts;
  std::size_t bytes = 0;
  for (const Stream& stream : streams) {
    parts.push_back(form_of(comm, stream.as<One>(), formats));
    bytes += parts.back().bytes;
  }
  comm.charge(Work{WorkKind::copy, static_cast<double>(bytes)});
  runtime::Buffer buffer(bytes);
  std::byte* target = buffer.data();
  for (std::size_t i = 0; i < streams.size(); ++i) {
    streams[i].as<One>().encode_to(parts[i].format, target, parts[i].code);
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
