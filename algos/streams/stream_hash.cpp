#include "algos/streams/stream_hash.hpp"

#include "algos/kernels/hash.hpp"
#include "algos/kernels/instantiate.hpp"

namespace sparlab::algos {

template <class Value, class Index>
std::uint64_t stream_hash(const SparseStream<Value, Index>& stream) {
  return kernels::fnv1a(stream.encode().bytes());
}

#define SPARLAB_INSTANTIATE(V, I) template std::uint64_t stream_hash(const SparseStream<V, I>&);
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
