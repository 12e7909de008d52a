#include "algos/registry/families.hpp"

namespace sparlab::algos {

std::span<const AlgorithmInfo> top_k_infos() { return {}; }

template <class Stream>
std::span<const Code<Stream>> top_k_code() {
  return {};
}

SPARLAB_INSTANTIATE_FAMILY(top_k)

}  // namespace sparlab::algos
