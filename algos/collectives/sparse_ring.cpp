#include "algos/collectives/sparse_ring.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/ring.hpp"

namespace sparlab::algos {

template <class Stream>
Stream sparse_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options) {
  return ring(comm, stream, options);
}

SPARLAB_INSTANTIATE_ALLREDUCE(sparse_ring)

}  // namespace sparlab::algos
