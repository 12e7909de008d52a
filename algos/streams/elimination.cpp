#include <utility>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::WorkKind;

template <class Value, class Index>
kernels::Present present_in(const SparseStream<Value, Index>& dense, const Reduction<Value>& op) {
  return kernels::count_present(dense.values().data(), dense.values().size(), op.neutral());
}

template <class Value, class Index>
double dense_bytes(const SparseStream<Value, Index>& dense) {
  return static_cast<double>(dense.range().size()) * sizeof(Value);
}
double dense_bytes(const CountedStream& dense) {
  return static_cast<double>(dense.range().size()) * dense.wire_format().value_bytes;
}

template <class Value, class Index>
double eliminated_bytes(const SparseStream<Value, Index>& dense,
                        const AllreduceOptions<SparseStream<Value, Index>>& options) {
  const kernels::Present present = present_in(dense, options.op);
  return dense.wire_format()
      .pack(options.formats, static_cast<double>(present.entries),
            static_cast<double>(dense.range().size()), static_cast<double>(present.runs))
      .bytes;
}
double eliminated_bytes(const CountedStream& dense,
                        const AllreduceOptions<CountedStream>& options) {
  return CountedStream(dense.context(), dense.range(), dense.ranks(), Format::coo)
      .packing(options.formats)
      .bytes;
}

/// The stream that is sent in place of `stream`.
template <class Stream>
Stream eliminated(Comm& comm, const Stream& stream, const EliminatingOptions<Stream>& options) {
  if (stream.format() != Format::dense) return stream;
  comm.charge({WorkKind::copy, dense_bytes(stream)});
  const bool smaller = eliminated_bytes(stream, options) < static_cast<double>(stream.wire_bytes());
  return smaller ? drop_neutral(comm, stream, options.op) : stream;
}

}  // namespace

template <class Value, class Index>
SparseStream<Value, Index> drop_neutral(Comm& comm, const SparseStream<Value, Index>& stream,
                                        const Reduction<Value>& op) {
  if (stream.format() == Format::coo) return stream;
  const kernels::Present present = present_in(stream, op);
  CooBuilder<Value, Index> builder(stream.range(), present.entries);
  kernels::gather_present(stream.values().data(), stream.values().size(), stream.range().lo,
                          op.neutral(), builder.out());
  comm.charge({WorkKind::copy,
               dense_bytes(stream) + static_cast<double>(present.entries * stream.kEntryBytes)});
  return std::move(builder).finish(present.entries);
}

CountedStream drop_neutral(Comm& comm, const CountedStream& stream, CountedStream::reduction_type) {
  if (stream.format() == Format::coo) return stream;
  const CountedStream coo(stream.context(), stream.range(), stream.ranks(), Format::coo);
  comm.charge(
      {WorkKind::copy, dense_bytes(stream) + coo.wire_bytes() - coo.wire_format().header_bytes});
  return coo;
}

template <class Stream>
runtime::Message pack(Comm& comm, const Stream& stream, const EliminatingOptions<Stream>& options) {
  return pack(comm, eliminated(comm, stream, options), options.formats);
}

template <class Stream>
runtime::Message bundle(Comm& comm, std::span<const Stream> streams,
                        const EliminatingOptions<Stream>& options) {
  std::vector<Stream> sent;
  for (const Stream& stream : streams) sent.push_back(eliminated(comm, stream, options));
  return bundle(comm, std::span<const Stream>(sent), options.formats);
}

#define SPARLAB_INSTANTIATE(V, I)                                                                  \
  template SparseStream<V, I> drop_neutral(Comm&, const SparseStream<V, I>&, const Reduction<V>&); \
  template runtime::Message pack(Comm&, const SparseStream<V, I>&,                                 \
                                 const EliminatingOptions<SparseStream<V, I>>&);                   \
  template runtime::Message bundle(Comm&, std::span<const SparseStream<V, I>>,                     \
                                   const EliminatingOptions<SparseStream<V, I>>&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template runtime::Message pack(Comm&, const CountedStream&,
                               const EliminatingOptions<CountedStream>&);
template runtime::Message bundle(Comm&, std::span<const CountedStream>,
                                 const EliminatingOptions<CountedStream>&);

}  // namespace sparlab::algos
