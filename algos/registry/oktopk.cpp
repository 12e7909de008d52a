#include "algos/registry/families.hpp"

namespace sparlab::algos {

std::span<const AlgorithmInfo> oktopk_infos() { return {}; }

template <class Stream>
std::span<const Code<Stream>> oktopk_code() {
  return {};
}

SPARLAB_INSTANTIATE_FAMILY(oktopk)

}  // namespace sparlab::algos
