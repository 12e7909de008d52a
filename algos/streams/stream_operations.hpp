#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/options.hpp"
#include "algos/streams/counted_stream.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "runtime/comm.hpp"

/// What collectives do with streams, for real and for counted ones alike. Each operation charges
/// its local work to the Comm.
namespace sparlab::algos {

/// The stream itself if it is dense already.
template <class Value, class Index>
SparseStream<Value, Index> densify(runtime::Comm& comm, SparseStream<Value, Index> stream,
                                   const Reduction<Value>& op);
CountedStream densify(runtime::Comm& comm, const CountedStream& stream,
                      CountedStream::reduction_type op);

/// left op right over the same range. Charges merge, scatter or dense_sum by the formats met.
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

/// One stream for each range [boundaries[i], boundaries[i+1]), in the format of the whole; the
/// first boundary is the stream's lo and the last its hi.
template <class Value, class Index>
std::vector<SparseStream<Value, Index>> split(runtime::Comm& comm,
                                              const SparseStream<Value, Index>& stream,
                                              std::span<const std::uint64_t> boundaries);
std::vector<CountedStream> split(runtime::Comm& comm, const CountedStream& stream,
                                 std::span<const std::uint64_t> boundaries);

/// Joins streams over adjacent ranges, given in order. Dense if any part is dense.
template <class Value, class Index>
SparseStream<Value, Index> concatenate(runtime::Comm& comm,
                                       const std::vector<SparseStream<Value, Index>>& parts,
                                       const Reduction<Value>& op);
CountedStream concatenate(runtime::Comm& comm, const std::vector<CountedStream>& parts,
                          CountedStream::reduction_type op);

/// The min(k, count) entries of largest magnitude, of equal ones those with the lower indices, as a
/// coo stream; zeros of a dense stream are no entries. Charges `select` for the entries held.
///
/// A counted stream that is cut so counts as the input of one rank from then on: entries of a
/// selection are taken to be as far apart from another rank's as inputs are.
template <class Value, class Index>
SparseStream<Value, Index> top_k(runtime::Comm& comm, const SparseStream<Value, Index>& stream,
                                 std::uint64_t k);
CountedStream top_k(runtime::Comm& comm, const CountedStream& stream, std::uint64_t k);

/// The message of one stream, in the smallest of `formats`; charges the conversion, if any.
template <class Value, class Index>
runtime::Message pack(runtime::Comm& comm, const SparseStream<Value, Index>& stream,
                      model::FormatSet formats);
runtime::Message pack(runtime::Comm& comm, const CountedStream& stream, model::FormatSet formats);

/// The one stream of a message, which must cover `range`; throws WireError.
template <class Stream>
Stream unpack(runtime::Comm& comm, Range range, const runtime::Message& message);

/// Several streams in one message. Charges the copy, unless there is only one stream.
template <class Value, class Index>
runtime::Message bundle(runtime::Comm& comm, std::span<const SparseStream<Value, Index>> streams,
                        model::FormatSet formats);
runtime::Message bundle(runtime::Comm& comm, std::span<const CountedStream> streams,
                        model::FormatSet formats);

/// The elements of a dense stream that differ from the neutral one, as a coo stream; a coo stream
/// is returned as it is. Charges the copy.
template <class Value, class Index>
SparseStream<Value, Index> drop_neutral(runtime::Comm& comm,
                                        const SparseStream<Value, Index>& stream,
                                        const Reduction<Value>& op);
CountedStream drop_neutral(runtime::Comm& comm, const CountedStream& stream,
                           CountedStream::reduction_type op);

/// pack and bundle by the options' formats.
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

/// The same, but a dense stream is scanned and travels as what drop_neutral leaves of it, if a
/// format makes that smaller; the receiver gets a coo stream then. Charges the scan.
template <class Stream>
runtime::Message pack(runtime::Comm& comm, const Stream& stream,
                      const EliminatingOptions<Stream>& options);
template <class Stream>
runtime::Message bundle(runtime::Comm& comm, std::span<const Stream> streams,
                        const EliminatingOptions<Stream>& options);

/// Takes a bundle apart; throws WireError. The caller checks the ranges.
template <class Stream>
std::vector<Stream> unbundle(runtime::Comm& comm, const runtime::Message& message);

}  // namespace sparlab::algos
