#include "algos/streams/sparse_stream.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "algos/formats/payload.hpp"
#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/block_bytes.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

using Header = StreamHeader;
static_assert(sizeof(Header) == 32);

/// The array with the wider elements is stored first, so that neither array needs padding.
template <class Value, class Index>
constexpr bool kValuesFirst = sizeof(Value) >= sizeof(Index);

template <class Value, class Index>
std::size_t values_offset(std::uint64_t count) {
  return kValuesFirst<Value, Index> ? 0 : static_cast<std::size_t>(count) * sizeof(Index);
}

template <class Value, class Index>
std::size_t indices_offset(std::uint64_t count) {
  return kValuesFirst<Value, Index> ? static_cast<std::size_t>(count) * sizeof(Value) : 0;
}

ValueCode code_of(const Header& header) { return static_cast<ValueCode>(header.coding); }

[[noreturn]] void refuse(const std::string& why) { throw WireError("damaged stream: " + why); }

template <class Index>
bool holds_all_of(Range range) {
  return range.hi == 0 || range.hi - 1 <= std::numeric_limits<Index>::max();
}

template <class Value, class Index>
void check_header(const Header& header, std::size_t available) {
  if (static_cast<std::uint8_t>(header.format) >= model::kFormats)
    refuse("unknown format " + std::to_string(static_cast<int>(header.format)));
  if (header.value_type != value_type_of<Value> || header.index_type != index_type_of<Index>)
    refuse("value or index type differs from the receiver's");
  const ValueCode code = code_of(header);
  if (code != ValueCode::none && !SparseStream<Value, Index>::wire_format().codes_values(code))
    refuse("unknown code of values " + std::to_string(header.coding));
  if (header.lo > header.hi) refuse("range ends before it begins");
  if (!holds_all_of<Index>({header.lo, header.hi})) refuse("range exceeds the index type");
  const std::uint64_t range_size = header.hi - header.lo;
  const bool dense = header.format == Format::dense;
  if (dense ? header.count != range_size : header.count > range_size) {
    refuse("count " + std::to_string(header.count) + " does not fit a range of " +
           std::to_string(range_size));
  }
  const std::size_t index = header.format == Format::coo ? sizeof(Index) : 0;
  const bool integers = code == ValueCode::integers;  // a block takes one byte, or more
  const std::size_t entry = sizeof(Value) - (code == ValueCode::none ? 0 : 1) + index;
  if (integers ? header.count / model::kCodedBlock > available : header.count > available / entry)
    refuse("shorter than its count promises");
}

template <class Value, class Index>
Header header_of(Format format, ValueCode code, Range range, std::uint64_t count) {
  return {.format = format,
          .value_type = value_type_of<Value>,
          .index_type = index_type_of<Index>,
          .coding = static_cast<std::uint8_t>(code),
          .lo = range.lo,
          .hi = range.hi,
          .count = count};
}

/// Decodes a payload in another form into a stream in memory.
template <class Value, class Index>
Received<SparseStream<Value, Index>> converted(const Header& header,
                                               std::span<const std::byte> payload) {
  const Range range{header.lo, header.hi};
  const ValueCode code = code_of(header);
  const auto received = [&](SparseStream<Value, Index> stream, std::optional<std::size_t> bytes) {
    if (!bytes) {
      refuse("no " + std::to_string(header.count) + " entries as " +
             std::string(name_of(header.format)) +
             (code == ValueCode::none ? "" : " with coded values"));
    }
    return Received<SparseStream<Value, Index>>{std::move(stream), header.format, code,
                                                static_cast<double>(sizeof header + *bytes)};
  };
  if (header.format == Format::dense) {
    auto dense = SparseStream<Value, Index>::uninitialised_dense(range);
    const auto bytes = formats::read_values(code, payload, dense.mutable_values());
    return received(std::move(dense), bytes);
  }
  CooBuilder<Value, Index> builder(range, header.count);
  const auto bytes =
      formats::read_payload(header.format, code, range, header.count, payload, builder.out());
  return received(std::move(builder).finish(header.count), bytes);
}

}  // namespace

template <class Value, class Index>
SparseStream<Value, Index>::SparseStream(runtime::Buffer buffer, Range range, Format format,
                                         std::uint64_t count)
    : buffer_(std::move(buffer)) {
  const Header header = header_of<Value, Index>(format, ValueCode::none, range, count);
  std::memcpy(buffer_.data(), &header, sizeof header);
}

template <class Value, class Index>
SparseStream<Value, Index>::SparseStream(Range range, std::span<const Index> indices,
                                         std::span<const Value> values)
    : SparseStream(runtime::Buffer(model::block_bytes(indices.size(), kEntryBytes, kHeaderBytes)),
                   range, Format::coo, indices.size()) {
  SPARLAB_EXPECTS(range.lo <= range.hi && holds_all_of<Index>(range));
  SPARLAB_EXPECTS(indices.size() == values.size());
  SPARLAB_EXPECTS(kernels::strictly_increasing_in(indices, range.lo, range.hi));
  if (indices.empty()) return;
  std::memcpy(payload() + values_offset<Value, Index>(count()), values.data(), values.size_bytes());
  std::memcpy(payload() + indices_offset<Value, Index>(count()), indices.data(),
              indices.size_bytes());
}

template <class Value, class Index>
SparseStream<Value, Index> SparseStream<Value, Index>::uninitialised_dense(Range range) {
  return {runtime::Buffer(model::block_bytes(range.size(), sizeof(Value), kHeaderBytes)), range,
          Format::dense, range.size()};
}

template <class Value, class Index>
Received<SparseStream<Value, Index>> SparseStream<Value, Index>::decode_at(
    const runtime::Message& message, std::size_t position) {
  const auto rest = message.bytes().subspan(position);
  const std::optional<Header> read = read_header<Header>(rest);
  if (!read) refuse("no stream header");
  const Header header = *read;
  check_header<Value, Index>(header, rest.size() - kHeaderBytes);
  const Range range{header.lo, header.hi};
  const bool in_memory = header.format == Format::coo || header.format == Format::dense;
  if (!in_memory || code_of(header) != ValueCode::none)
    return converted<Value, Index>(header, rest.subspan(kHeaderBytes));

  const std::size_t bytes =
      kHeaderBytes +
      static_cast<std::size_t>(header.count) *
          (header.format == Format::dense ? sizeof(Value) : static_cast<std::size_t>(kEntryBytes));
  runtime::Buffer buffer = message.buffer();
  std::size_t offset = message.offset() + position;
  if (offset % alignof(std::uint64_t) != 0 || !buffer) {  // misaligned in a bundle
    buffer = runtime::Buffer(bytes);
    offset = 0;
    std::memcpy(buffer.data(), rest.data(), bytes);
  }
  SparseStream stream(std::move(buffer), offset);
  if (!kernels::strictly_increasing_in(stream.indices(), range.lo, range.hi))
    refuse("indices out of order or outside of the range");
  return {std::move(stream), header.format, ValueCode::none, static_cast<double>(bytes)};
}

template <class Value, class Index>
Received<SparseStream<Value, Index>> SparseStream<Value, Index>::decode(
    const runtime::Message& message) {
  Received<SparseStream> received = decode_at(message, 0);
  if (received.wire_bytes != static_cast<double>(message.bytes().size()))
    refuse("longer than its count promises");
  return received;
}

template <class Value, class Index>
std::vector<Received<SparseStream<Value, Index>>> SparseStream<Value, Index>::decode_bundle(
    const runtime::Message& message) {
  std::vector<Received<SparseStream>> streams;
  std::size_t position = 0;
  while (position < message.bytes().size()) {
    streams.push_back(decode_at(message, position));
    position += static_cast<std::size_t>(streams.back().wire_bytes);
  }
  return streams;
}

template <class Value, class Index>
SparseStream<Value, Index> SparseStream<Value, Index>::clone() const {
  runtime::Buffer copy(wire_bytes());
  std::memcpy(copy.data(), buffer_.data() + offset_, wire_bytes());
  return {std::move(copy), 0};
}

template <class Value, class Index>
runtime::Message SparseStream<Value, Index>::encode() const {
  return runtime::Message(buffer_, offset_, wire_bytes());
}

template <class Value, class Index>
std::size_t SparseStream<Value, Index>::encoded_bytes(Format format, ValueCode code) const {
  if (format == this->format() && code == ValueCode::none) return wire_bytes();
  return kHeaderBytes + (format == Format::dense
                             ? formats::values_bytes(code, values())
                             : formats::payload_bytes(format, code, view(), range()));
}

template <class Value, class Index>
void SparseStream<Value, Index>::encode_to(Format format, std::byte* target, ValueCode code) const {
  if (format == this->format() && code == ValueCode::none) {
    std::memcpy(target, buffer_.data() + offset_, wire_bytes());
    return;
  }
  const Header header = header_of<Value, Index>(format, code, range(), count());
  std::memcpy(target, &header, sizeof header);
  if (format == Format::dense)
    formats::write_values(code, values(), target + kHeaderBytes);
  else
    formats::write_payload(format, code, view(), range(), target + kHeaderBytes);
}

template <class Value, class Index>
std::size_t SparseStream<Value, Index>::wire_bytes() const {
  return kHeaderBytes + static_cast<std::size_t>(count()) *
                            (format() == Format::dense ? sizeof(Value) : std::size_t{kEntryBytes});
}

template <class Value, class Index>
std::span<const Index> SparseStream<Value, Index>::indices() const {
  if (format() == Format::dense) return {};
  const auto* data =
      reinterpret_cast<const Index*>(payload() + indices_offset<Value, Index>(count()));
  return {data, static_cast<std::size_t>(count())};
}

template <class Value, class Index>
std::span<const Value> SparseStream<Value, Index>::values() const {
  const std::size_t offset = format() == Format::dense ? 0 : values_offset<Value, Index>(count());
  return {reinterpret_cast<const Value*>(payload() + offset), static_cast<std::size_t>(count())};
}

template <class Value, class Index>
kernels::CooView<Value, Index> SparseStream<Value, Index>::view() const {
  SPARLAB_EXPECTS(format() == Format::coo);
  return {indices().data(), values().data(), static_cast<std::size_t>(count())};
}

template <class Value, class Index>
std::span<Value> SparseStream<Value, Index>::mutable_values() {
  SPARLAB_EXPECTS(unique());
  const auto all = values();
  return {const_cast<Value*>(all.data()), all.size()};
}

template <class Value, class Index>
CooBuilder<Value, Index>::CooBuilder(Range range, std::uint64_t capacity)
    : range_(range),
      capacity_(capacity),
      buffer_(model::block_bytes(capacity, SparseStream<Value, Index>::kEntryBytes,
                                 SparseStream<Value, Index>::kHeaderBytes)) {}

template <class Value, class Index>
kernels::CooOut<Value, Index> CooBuilder<Value, Index>::out() {
  std::byte* payload = buffer_.data() + SparseStream<Value, Index>::kHeaderBytes;
  return {reinterpret_cast<Index*>(payload + indices_offset<Value, Index>(capacity_)),
          reinterpret_cast<Value*>(payload + values_offset<Value, Index>(capacity_))};
}

template <class Value, class Index>
SparseStream<Value, Index> CooBuilder<Value, Index>::finish(std::uint64_t count) && {
  SPARLAB_EXPECTS(count <= capacity_);
  if (count < capacity_ && count > 0) {  // closes the gap before the second array
    std::byte* payload = buffer_.data() + SparseStream<Value, Index>::kHeaderBytes;
    constexpr bool values_first = kValuesFirst<Value, Index>;
    const auto offset = values_first ? indices_offset<Value, Index> : values_offset<Value, Index>;
    const std::size_t width = values_first ? sizeof(Index) : sizeof(Value);
    std::memmove(payload + offset(count), payload + offset(capacity_),
                 static_cast<std::size_t>(count) * width);
  }
  return {std::move(buffer_), range_, Format::coo, count};
}

#define SPARLAB_INSTANTIATE(V, I)    \
  template class SparseStream<V, I>; \
  template class CooBuilder<V, I>;
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
