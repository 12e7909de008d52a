#include "algos/registry/families.hpp"

namespace sparlab::algos {

std::span<const AlgorithmInfo> sparlab_infos() { return {}; }

template <class Stream>
std::span<const Code<Stream>> sparlab_code() {
  return {};
}

SPARLAB_INSTANTIATE_FAMILY(sparlab)

}  // namespace sparlab::algos
