#include <utility>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::WorkKind;

template <class Value, class Index>
kernels::Present present_in(const SparseStream<Value, Index>& dense, const Reduction<Value>& op) {
  return kernels::count_present(dense.values().data(), dense.values().size(), op.neutral());
}

double dense_bytes(const Stream& dense) {
  return static_cast<double>(dense.range().size()) * dense.wire_format().value_bytes;
}

template <class Value, class Index>
SparseStream<Value, Index> gathered(Comm& comm, const SparseStream<Value, Index>& dense,
                                    const Reduction<Value>& op, const kernels::Present& present) {
  CooBuilder<Value, Index> builder(dense.range(), present.entries);
  kernels::gather_present(dense.values().data(), dense.values().size(), dense.range().lo,
                          op.neutral(), present.entries, builder.out());
  comm.charge({WorkKind::copy, static_cast<double>(dense.count() * sizeof(Value)) +
                                   static_cast<double>(present.entries * dense.kEntryBytes)});
  return std::move(builder).finish(present.entries);
}

/// A dense stream without its neutral elements, if that is smaller before values are coded. Reads
/// the stream once to count, and a second time to write.
template <class Value, class Index>
SparseStream<Value, Index> smaller_of(Comm& comm, const SparseStream<Value, Index>& dense,
                                      const AllreduceOptions& options) {
  const auto op = options.op.of<Value>();
  const kernels::Present present = present_in(dense, op);
  const double bytes =
      dense.wire_format()
          .pack(options.formats.with(ValueCode::none), static_cast<double>(present.entries),
                static_cast<double>(dense.range().size()), static_cast<double>(present.runs))
          .bytes;
  const bool smaller = bytes < static_cast<double>(dense.wire_bytes());
  return smaller ? gathered(comm, dense, op, present) : dense;
}

CountedStream without_neutral(Comm& comm, const CountedStream& dense) {
  const CountedStream coo = dense.of_same_ranks(dense.range(), Format::coo);
  comm.charge(
      {WorkKind::copy, dense_bytes(dense) + coo.wire_bytes() - coo.wire_format().header_bytes});
  return coo;
}
CountedStream smaller_of(Comm& comm, const CountedStream& dense, const AllreduceOptions& options) {
  const CountedStream coo = dense.of_same_ranks(dense.range(), Format::coo);
  const bool smaller =
      coo.packing(options.formats.with(ValueCode::none)).bytes < dense.wire_bytes();
  return smaller ? without_neutral(comm, dense) : dense;
}

/// The stream that is sent in place of `stream`.
Stream eliminated(Comm& comm, const Stream& stream, const AllreduceOptions& options) {
  if (stream.format() != Format::dense) return stream;
  comm.charge({WorkKind::copy, dense_bytes(stream)});
  return stream.visit([&](const auto& one) -> Stream { return smaller_of(comm, one, options); });
}

}  // namespace

Stream drop_neutral(Comm& comm, Stream stream, const Operation& op) {
  if (stream.format() == Format::coo) return stream;
  return stream.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return without_neutral(comm, one);
    } else {
      const auto typed_op = op.of<typename One::value_type>();
      return gathered(comm, one, typed_op, present_in(one, typed_op));
    }
  });
}

runtime::Message pack(Comm& comm, const Stream& stream, const AllreduceOptions& options) {
  if (!options.eliminates) return pack(comm, stream, options.formats);
  return pack(comm, eliminated(comm, stream, options), options.formats);
}

runtime::Message bundle(Comm& comm, std::span<const Stream> streams,
                        const AllreduceOptions& options) {
  if (!options.eliminates) return bundle(comm, streams, options.formats);
  std::vector<Stream> sent;
  for (const Stream& stream : streams) sent.push_back(eliminated(comm, stream, options));
  return bundle(comm, sent, options.formats);
}

}  // namespace sparlab::algos
