#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "runtime/comm.hpp"

/// What collectives do with streams, for real and for counted ones alike. Each operation charges
/// its local work to the Comm.
namespace sparlab::algos {

/// When a reduction leaves the coo format: never, or (SparCML's rule) once its inputs together hold
/// at least delta entries, an upper bound of the union. Both partners of an exchange see the same
/// two counts, hence decide alike.
enum class DenseSwitch : std::uint8_t { never, at_delta };

/// The stream itself if it is dense already.
template <class Value, class Index>
SparseStream<Value, Index> densify(runtime::Comm& comm, SparseStream<Value, Index> stream,
                                   const Reduction<Value>& op);
CountedStream densify(runtime::Comm& comm, const CountedStream& stream,
                      CountedStream::reduction_type op);

/// left op right over the same range. Charges merge, scatter or dense_sum by the formats met.
template <class Value, class Index>
SparseStream<Value, Index> merge(runtime::Comm& comm, SparseStream<Value, Index> left,
                                 SparseStream<Value, Index> right, const Reduction<Value>& op,
                                 DenseSwitch dense_switch);
CountedStream merge(runtime::Comm& comm, CountedStream left, CountedStream right,
                    CountedStream::reduction_type op, DenseSwitch dense_switch);

/// Reduces streams over one range from left to right.
template <class Value, class Index>
SparseStream<Value, Index> merge_all(runtime::Comm& comm,
                                     std::vector<SparseStream<Value, Index>> streams,
                                     const Reduction<Value>& op, DenseSwitch dense_switch);
CountedStream merge_all(runtime::Comm& comm, std::vector<CountedStream> streams,
                        CountedStream::reduction_type op, DenseSwitch dense_switch);

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

/// Several streams in one message; decode_bundle takes it apart again. Charges the copy, unless
/// there is only one stream.
template <class Value, class Index>
runtime::Message bundle(runtime::Comm& comm, std::span<const SparseStream<Value, Index>> streams);
runtime::Message bundle(runtime::Comm& comm, std::span<const CountedStream> streams);

}  // namespace sparlab::algos
