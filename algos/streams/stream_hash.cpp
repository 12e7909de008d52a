#include "algos/streams/stream_hash.hpp"

#include <cstddef>

#include "algos/kernels/instantiate.hpp"

namespace sparlab::algos {

template <class Value, class Index>
std::uint64_t stream_hash(const SparseStream<Value, Index>& stream) {
  const runtime::Message encoded = stream.encode();
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : encoded.bytes())
    hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

#define SPARLAB_INSTANTIATE(V, I) template std::uint64_t stream_hash(const SparseStream<V, I>&);
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
