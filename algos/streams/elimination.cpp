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
SparseStream<Value, Index> gathered(Comm& comm, const SparseStream<Value, Index>& dense,
                                    const Reduction<Value>& op, const kernels::Present& present) {
  CooBuilder<Value, Index> builder(dense.range(), present.entries);
  kernels::gather_present(dense.values().data(), dense.values().size(), dense.range().lo,
                          op.neutral(), builder.out());
  comm.charge({WorkKind::copy,
               dense_bytes(dense) + static_cast<double>(present.entries * dense.kEntryBytes)});
  return std::move(builder).finish(present.entries);
}

/// A dense stream without its neutral elements, if that is smaller. Reads the stream once to count,
/// and a second time to write.
template <class Value, class Index>
SparseStream<Value, Index> smaller_of(Comm& comm, const SparseStream<Value, Index>& dense,
                                      const AllreduceOptions<SparseStream<Value, Index>>& options) {
  const kernels::Present present = present_in(dense, options.op);
  const double bytes =
      dense.wire_format()
          .pack(options.formats, static_cast<double>(present.entries),
                static_cast<double>(dense.range().size()), static_cast<double>(present.runs))
          .bytes;
  const bool smaller = bytes < static_cast<double>(dense.wire_bytes());
  return smaller ? gathered(comm, dense, options.op, present) : dense;
}
CountedStream smaller_of(Comm& comm, const CountedStream& dense,
                         const AllreduceOptions<CountedStream>& options) {
  const CountedStream coo(dense.context(), dense.range(), dense.ranks(), Format::coo);
  const bool smaller = coo.packing(options.formats).bytes < static_cast<double>(dense.wire_bytes());
  return smaller ? drop_neutral(comm, dense, options.op) : dense;
}

/// The stream that is sent in place of `stream`.
template <class Stream>
Stream eliminated(Comm& comm, const Stream& stream, const EliminatingOptions<Stream>& options) {
  if (stream.format() != Format::dense) return stream;
  comm.charge({WorkKind::copy, dense_bytes(stream)});
  return smaller_of(comm, stream, options);
}

}  // namespace

template <class Value, class Index>
SparseStream<Value, Index> drop_neutral(Comm& comm, const SparseStream<Value, Index>& stream,
                                        const Reduction<Value>& op) {
  if (stream.format() == Format::coo) return stream;
  return gathered(comm, stream, op, present_in(stream, op));
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
