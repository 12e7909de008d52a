#include "algos/registry/families.hpp"

namespace sparlab::algos {

std::span<const AlgorithmInfo> s2_reducer_infos() { return {}; }

template <class Stream>
std::span<const Code<Stream>> s2_reducer_code() {
  return {};
}

SPARLAB_INSTANTIATE_FAMILY(s2_reducer)

}  // namespace sparlab::algos
