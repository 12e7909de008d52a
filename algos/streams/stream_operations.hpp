#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/options.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "runtime/comm.hpp"

/// Operations of collectives on streams, both real and counted. Each operation charges its local
/// work to the Comm.
namespace sparlab::algos {

/// Returns the stream itself if it is already dense.
template <class Value, class Index>
SparseStream<Value, Index> densify(runtime::Comm& comm, SparseStream<Value, Index> stream,
                                   const Reduction<Value>& op);
CountedStream densify(runtime::Comm& comm, const CountedStream& stream,
                      CountedStream::reduction_type op);

/// left op right over the same range. Charges merge, scatter or dense_sum, depending on the
/// formats.
template <class Value, class Index>
SparseStream<Value, Index> merge(runtime::Comm& comm, SparseStream<Value, Index> left,
                                 SparseStream<Value, Index> right,
                                 const AllreduceOptions<SparseStream<Value, Index>>& options);
CountedStream merge(runtime::Comm& comm, CountedStream left, CountedStream right,
                    const AllreduceOptions<CountedStream>& options);

/// Reduces streams over one range from left to right.
template <class Value, class Index>
SparseStream<Value, Index> merge_all(runtime::Comm& comm,
                                     std::vector<SparseStream<Value, Index>> streams,
                                     const AllreduceOptions<SparseStream<Value, Index>>& options);
CountedStream merge_all(runtime::Comm& comm, std::vector<CountedStream> streams,
                        const AllreduceOptions<CountedStream>& options);

/// One stream for each range [boundaries[i], boundaries[i+1]), in the format of the stream. The
/// first boundary is the stream's lo, the last its hi.
template <class Value, class Index>
std::vector<SparseStream<Value, Index>> split(runtime::Comm& comm,
                                              const SparseStream<Value, Index>& stream,
                                              std::span<const std::uint64_t> boundaries);
std::vector<CountedStream> split(runtime::Comm& comm, const CountedStream& stream,
                                 std::span<const std::uint64_t> boundaries);
/// The same parts, shared by all ranks that split equal streams.
std::shared_ptr<const CountedParts> shared_split(runtime::Comm& comm, const CountedStream& stream,
                                                 std::span<const std::uint64_t> boundaries);

/// Concatenates streams over adjacent ranges, given in order. Dense if a part is dense.
template <class Value, class Index>
SparseStream<Value, Index> concatenate(runtime::Comm& comm,
                                       const std::vector<SparseStream<Value, Index>>& parts,
                                       const Reduction<Value>& op);
CountedStream concatenate(runtime::Comm& comm, const std::vector<CountedStream>& parts,
                          CountedStream::reduction_type op);

/// The message of one stream, in the smallest of `formats`; charges the conversion, if any.
template <class Value, class Index>
runtime::Message pack(runtime::Comm& comm, const SparseStream<Value, Index>& stream,
                      model::FormatSet formats);
runtime::Message pack(runtime::Comm& comm, const CountedStream& stream, model::FormatSet formats);
/// Its two parts: the charge, and the message.
void charge_packing(runtime::Comm& comm, const CountedStream& stream, model::FormatSet formats);
runtime::Message charged_message(const CountedStream& stream, model::FormatSet formats);

/// The only stream of a message, which must cover `range`; throws WireError.
template <class Stream>
Stream unpack(runtime::Comm& comm, Range range, const runtime::Message& message);

/// The same without the charge.
template <class Stream>
struct Decoded {
  Stream stream;
  double copied_bytes;  ///< the receiver's part of a conversion, which the caller charges if any
};
template <class Stream>
Decoded<Stream> decode(Range range, const runtime::Message& message);

/// Several streams in one message. Charges the copy, unless there is only one stream.
template <class Value, class Index>
runtime::Message bundle(runtime::Comm& comm, std::span<const SparseStream<Value, Index>> streams,
                        model::FormatSet formats);
runtime::Message bundle(runtime::Comm& comm, std::span<const CountedStream> streams,
                        model::FormatSet formats);

/// The elements of a dense stream that differ from the neutral one, as a coo stream; a coo stream
/// is returned unchanged. Charges the copy.
template <class Value, class Index>
SparseStream<Value, Index> drop_neutral(runtime::Comm& comm,
                                        const SparseStream<Value, Index>& stream,
                                        const Reduction<Value>& op);
CountedStream drop_neutral(runtime::Comm& comm, const CountedStream& stream,
                           CountedStream::reduction_type op);

/// pack and bundle with the options' formats.
template <class Stream>
runtime::Message pack(runtime::Comm& comm, const Stream& stream,
                      const AllreduceOptions<Stream>& options) {
  return pack(comm, stream, options.formats);
}
template <class Stream>
runtime::Message bundle(runtime::Comm& comm, std::span<const Stream> streams,
                        const AllreduceOptions<Stream>& options) {
  return bundle(comm, streams, options.formats);
}

/// The same, but a dense stream is scanned, and its message holds only the entries that
/// drop_neutral keeps if this is smaller in one of the formats; the receiver then gets a coo
/// stream. Charges the scan.
template <class Stream>
runtime::Message pack(runtime::Comm& comm, const Stream& stream,
                      const EliminatingOptions<Stream>& options);
template <class Stream>
runtime::Message bundle(runtime::Comm& comm, std::span<const Stream> streams,
                        const EliminatingOptions<Stream>& options);

/// Splits a bundle into its streams; throws WireError. The caller checks the ranges.
template <class Stream>
std::vector<Stream> unbundle(runtime::Comm& comm, const runtime::Message& message);

/// A dense stream with one form of the neutral element (a sum has +0 and -0): a rank that does not
/// receive this element must get the same bits as its owner. The stream is not shared. Charges the
/// copy.
template <class Value, class Index>
SparseStream<Value, Index> with_one_neutral(runtime::Comm& comm, SparseStream<Value, Index> dense,
                                            const Reduction<Value>& op) {
  if (!dense.unique()) dense = dense.clone();
  // Stores each value, so that the compiler uses vector instructions.
  const Value neutral = op.neutral();
  for (Value& value : dense.mutable_values()) value = value == neutral ? neutral : value;
  comm.charge({runtime::WorkKind::copy, static_cast<double>(dense.count() * sizeof(Value))});
  return dense;
}
inline CountedStream with_one_neutral(runtime::Comm& comm, const CountedStream& dense,
                                      CountedStream::reduction_type) {
  comm.charge({runtime::WorkKind::copy, dense.count() * dense.wire_format().value_bytes});
  return dense;
}

}  // namespace sparlab::algos
