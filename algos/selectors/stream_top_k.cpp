#include "algos/selectors/stream_top_k.hpp"

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/streams/entries_at.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {

using runtime::Comm;
using runtime::WorkKind;

template <class Value, class Index>
SparseStream<Value, Index> top_k(Comm& comm, const SparseStream<Value, Index>& stream,
                                 std::uint64_t k) {
  comm.charge({WorkKind::select, static_cast<double>(stream.count())});
  if (stream.format() == Format::dense) {
    return selectors::exact_top_k<Index>(
               selectors::DenseBlock<Value>{stream.values(), stream.range().lo}, k,
               selectors::Zeros::drop)
        .entries;
  }
  if (k >= stream.count()) return stream;
  const auto chosen =
      selectors::exact_top_k<std::uint64_t>(selectors::DenseBlock<Value>{stream.values()}, k);
  return entries_at(stream, chosen.entries.indices());
}

CountedStream top_k(Comm& comm, const CountedStream& stream, std::uint64_t k) {
  comm.charge({WorkKind::select, stream.count()});
  return stream.cut_to(static_cast<double>(k));
}

#define SPARLAB_INSTANTIATE(V, I) \
  template SparseStream<V, I> top_k(Comm&, const SparseStream<V, I>&, std::uint64_t);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
