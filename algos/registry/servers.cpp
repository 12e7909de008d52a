#include "algos/registry/families.hpp"

namespace sparlab::algos {

std::span<const AlgorithmInfo> servers_infos() { return {}; }

template <class Stream>
std::span<const Code<Stream>> servers_code() {
  return {};
}

SPARLAB_INSTANTIATE_FAMILY(servers)

}  // namespace sparlab::algos
