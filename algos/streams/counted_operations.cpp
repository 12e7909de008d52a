#include "algos/streams/counted_operations.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Work;
using runtime::WorkKind;

double size_of(Range range) { return static_cast<double>(range.size()); }

double payload_bytes(const CountedStream& stream) {
  return stream.wire_bytes() - stream.wire_format().header_bytes;
}

bool switches(double entries, const CountedStream& like, const AllreduceOptions& options) {
  return options.dense_switch == DenseSwitch::at_delta &&
         like.wire_format().goes_dense(entries, size_of(like.range()), options.formats);
}

/// The format of the message; charges the sender's part of a conversion.
model::Packing packed(Comm& comm, const CountedStream& stream, model::FormatSet formats) {
  const model::Packing packing = stream.packing(formats);
  if (packing.pack_copies > 0) comm.charge({WorkKind::copy, packing.pack_copies});
  return packing;
}

/// A message of all streams, or an equal one that was made recently.
runtime::Message shared_message_of(const std::vector<CountedStream>& streams, double wire_bytes) {
  constexpr std::size_t kLeast = 64;
  const auto bytes = std::as_bytes(std::span(streams));
  if (streams.size() < kLeast) return runtime::Message::copy_of(bytes, wire_bytes);
  const CountedStream& first = streams.front();
  auto& recent = first.context().last_bundles;
  // The groups of an allgather cover adjacent parts of the universe.
  const std::uint64_t part = std::max(first.range().size(), std::uint64_t{1});
  const std::uint64_t place = first.range().lo / part / streams.size() % recent.size();
  runtime::Message& last = recent[static_cast<std::size_t>(place)];
  const std::span held(reinterpret_cast<const CountedStream*>(last.bytes().data()),
                       last.bytes().size() / sizeof(CountedStream));
  if (!std::ranges::equal(streams, held)) last = runtime::Message::copy_of(bytes, wire_bytes);
  return last;
}

}  // namespace

CountedStream densify(Comm& comm, const CountedStream& stream) {
  if (stream.format() == Format::dense) return stream;
  comm.charge({WorkKind::copy, size_of(stream.range()) * stream.wire_format().value_bytes});
  comm.charge({WorkKind::scatter, stream.count()});
  return stream.of_same_ranks(stream.range(), Format::dense);
}

CountedStream merge(Comm& comm, const CountedStream& left, const CountedStream& right,
                    const AllreduceOptions& options) {
  SPARLAB_EXPECTS(left.range() == right.range());
  const bool left_dense = left.format() == Format::dense;
  const bool right_dense = right.format() == Format::dense;
  Format format = Format::dense;
  if (left_dense && right_dense) {
    comm.charge({WorkKind::dense_sum, left.count()});
  } else if (left_dense || right_dense) {
    comm.charge({WorkKind::scatter, left_dense ? right.count() : left.count()});
  } else if (switches(left.count() + right.count(), left, options)) {
    densify(comm, left);
    comm.charge({WorkKind::scatter, right.count()});
  } else {
    comm.charge({WorkKind::merge, left.count() + right.count()});
    format = Format::coo;
  }
  return CountedStream::united(left, right, format);
}

CountedStream merge_all(Comm& comm, std::span<const CountedStream> streams,
                        const AllreduceOptions& options) {
  SPARLAB_EXPECTS(!streams.empty());
  if (streams.size() == 1) return streams.front();
  double entries = 0;
  bool all_coo = true;
  for (const CountedStream& stream : streams) {
    entries += stream.count();
    all_coo = all_coo && stream.format() == Format::coo;
  }
  const CountedStream& first = streams.front();
  if (all_coo && !switches(entries, first, options)) {
    comm.charge({WorkKind::merge, entries});
    return CountedStream::united(streams, Format::coo);
  }
  CountedStream sum = densify(comm, first);
  for (std::size_t i = 1; i < streams.size(); ++i) sum = merge(comm, sum, streams[i], options);
  return sum;
}

std::shared_ptr<const CountedParts> shared_split(Comm& comm, const CountedStream& stream,
                                                 std::span<const std::uint64_t> boundaries) {
  SPARLAB_EXPECTS(boundaries.size() >= 2 && boundaries.front() == stream.range().lo &&
                  boundaries.back() == stream.range().hi);
  comm.charge({WorkKind::copy, payload_bytes(stream)});
  return stream.parts(boundaries);
}

std::shared_ptr<const CountedParts> shared_split(Comm& comm, const CountedStream& stream,
                                                 const model::HashedOwners& owners) {
  comm.charge({WorkKind::scatter, stream.count()});
  return stream.with_places(owners).parts(model::boundaries(owners.range(), owners.owners()));
}

CountedStream unite_owned(Comm& comm, std::span<const CountedStream> parts) {
  const CountedStream whole = concatenate(comm, parts);
  double entries = 0;
  for (const CountedStream& part : parts) entries += part.count();
  comm.charge({whole.format() == Format::dense ? WorkKind::scatter : WorkKind::merge, entries});
  return whole.with_indices();
}

CountedStream concatenate(Comm& comm, std::span<const CountedStream> parts) {
  SPARLAB_EXPECTS(!parts.empty());
  if (parts.size() == 1) return parts.front();
  Format format = Format::coo;
  for (const CountedStream& part : parts)
    if (part.format() == Format::dense) format = Format::dense;
  const CountedStream whole = CountedStream::joined(parts, format);
  comm.charge({WorkKind::copy, payload_bytes(whole)});
  return whole;
}

void charge_packing(Comm& comm, const CountedStream& stream, model::FormatSet formats) {
  packed(comm, stream, formats);
}

runtime::Message charged_message(const CountedStream& stream, model::FormatSet formats) {
  const model::Packing packing = stream.packing(formats);
  const CountedStream sent = stream.sent_as(packing);
  return runtime::Message::token(std::as_bytes(std::span(&sent, 1)), packing.bytes);
}

runtime::Message bundle(Comm& comm, std::span<const CountedStream> streams,
                        model::FormatSet formats) {
  if (streams.size() == 1) {
    charge_packing(comm, streams.front(), formats);
    return charged_message(streams.front(), formats);
  }
  std::vector<CountedStream> sent;
  sent.reserve(streams.size());
  double wire_bytes = 0;
  for (const CountedStream& stream : streams) {
    const model::Packing packing = packed(comm, stream, formats);
    sent.push_back(stream.sent_as(packing));
    wire_bytes += packing.bytes;
  }
  comm.charge({WorkKind::copy, wire_bytes});
  return shared_message_of(sent, wire_bytes);
}

}  // namespace sparlab::algos
