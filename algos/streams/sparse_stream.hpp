#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/kernels/coo.hpp"
#include "algos/kernels/reduction.hpp"
#include "model/base/wire_format.hpp"
#include "model/fill_in/fill_in.hpp"
#include "runtime/message.hpp"

namespace sparlab::algos {

using model::Range;

/// The beginning of a stream's block, and of its message.
struct StreamHeader {
  static constexpr std::uint32_t kMagic = 0x31535053;  // "SPS1"

  std::uint32_t magic = kMagic;
  Format format = Format::coo;
  ValueType value_type = ValueType::float32;
  IndexType index_type = IndexType::uint32;
  std::uint8_t coding = 0;  ///< of the values (ValueCode); of entries in blocks: the index's bits
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::uint64_t count = 0;
};

/// A sparse vector over the indices [lo, hi) of a universe, in one contiguous block that is its own
/// wire format: a 32-byte header (magic, format, value and index type, lo, hi, count), then the
/// wider of values and indices, then the other (so that neither needs padding). A dense stream has
/// one value for each index of its range and no indices. A coo stream may be sent in other formats:
/// the header, the values, and the indices in an encoding of algos/formats. The values of either
/// may be coded.
///
/// Copies share the block; a shared block is never modified.
template <class Value, class Index>
class SparseStream {
 public:
  using value_type = Value;
  using index_type = Index;

  static constexpr std::size_t kHeaderBytes = sizeof(StreamHeader);
  static constexpr std::size_t kEntryBytes = sizeof(Value) + sizeof(Index);

  /// No entries over the empty range.
  SparseStream() : SparseStream(Range{}, {}, {}) {}

  /// Copies entries; indices must increase strictly and lie in `range`, and `Index` must be able to
  /// represent the whole range.
  SparseStream(Range range, std::span<const Index> indices, std::span<const Value> values);

  /// A dense stream over `range` with uninitialised values, which mutable_values() gives access to.
  static SparseStream uninitialised_dense(Range range);

  /// The only stream of a message, in any format. Checks every field and the order of the indices
  /// before they are used; throws WireError. coo and dense streams share the message's block,
  /// unless their values are coded.
  static Received<SparseStream> decode(const runtime::Message& message);

  /// The streams of a bundle (see stream_operations.hpp), in order; throws WireError.
  static std::vector<Received<SparseStream>> decode_bundle(const runtime::Message& message);

  /// The same content in a block that is not shared.
  SparseStream clone() const;

  /// The bytes to send; shares this stream's block.
  runtime::Message encode() const;

  /// Size in bytes in a format: the stream's own format or, for a coo stream, any except dense.
  /// Reads the indices for `runs`, and the values for a code. Contract: the type has the code.
  std::size_t encoded_bytes(Format format, ValueCode code = ValueCode::none) const;
  /// Writes encoded_bytes() bytes.
  void encode_to(Format format, std::byte* target, ValueCode code = ValueCode::none) const;

  Range range() const { return {header().lo, header().hi}; }
  Format format() const { return header().format; }
  /// Number of entries: nnz of a coo stream, the range's size of a dense one.
  std::uint64_t count() const { return header().count; }
  std::span<const Index> indices() const;  ///< empty for dense streams
  std::span<const Value> values() const;
  kernels::CooView<Value, Index> view() const;  ///< coo only

  /// True if this stream alone owns its block.
  bool unique() const { return buffer_.unique(); }
  /// Values that may be modified in place; the stream must be unique().
  std::span<Value> mutable_values();

  std::size_t wire_bytes() const;
  static constexpr model::WireFormat wire_format() {
    return wire_format_of(value_type_of<Value>, index_type_of<Index>);
  }

 private:
  template <class, class>
  friend class CooBuilder;
  /// The block has the header.
  SparseStream(runtime::Buffer buffer, std::size_t offset)
      : buffer_(std::move(buffer)), offset_(offset) {}
  /// Writes the header at the beginning of the block.
  SparseStream(runtime::Buffer buffer, Range range, Format format, std::uint64_t count);

  const StreamHeader& header() const {
    return *reinterpret_cast<const StreamHeader*>(buffer_.data() + offset_);
  }
  std::byte* payload() const { return buffer_.data() + offset_ + kHeaderBytes; }
  /// The stream that begins at `position` of the message.
  static Received<SparseStream> decode_at(const runtime::Message& message, std::size_t position);

  runtime::Buffer buffer_;
  std::size_t offset_ = 0;
};

/// Builds a coo stream whose number of entries is known only after a kernel has written them.
template <class Value, class Index>
class CooBuilder {
 public:
  CooBuilder(Range range, std::uint64_t capacity);

  kernels::CooOut<Value, Index> out();
  SparseStream<Value, Index> finish(std::uint64_t count) &&;

 private:
  Range range_;
  std::uint64_t capacity_;
  runtime::Buffer buffer_;
};

/// The entries at increasing positions of a coo stream. A selector that reads only the values finds
/// these positions: it takes them for indices.
template <class Value, class Index, class Position>
SparseStream<Value, Index> entries_at(const SparseStream<Value, Index>& stream,
                                      std::span<const Position> positions) {
  CooBuilder<Value, Index> builder(stream.range(), positions.size());
  const auto out = builder.out();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto position = static_cast<std::size_t>(positions[i]);
    out.indices[i] = stream.indices()[position];
    out.values[i] = stream.values()[position];
  }
  return std::move(builder).finish(positions.size());
}

}  // namespace sparlab::algos
