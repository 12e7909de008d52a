#include "algos/registry/families.hpp"

namespace sparlab::algos {

std::span<const AlgorithmInfo> trees_infos() { return {}; }

template <class Stream>
std::span<const Code<Stream>> trees_code() {
  return {};
}

SPARLAB_INSTANTIATE_FAMILY(trees)

}  // namespace sparlab::algos
