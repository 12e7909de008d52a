#include "algos/registry/families.hpp"

namespace sparlab::algos {

std::span<const AlgorithmInfo> redsync_infos() { return {}; }

template <class Stream>
std::span<const Code<Stream>> redsync_code() {
  return {};
}

SPARLAB_INSTANTIATE_FAMILY(redsync)

}  // namespace sparlab::algos
