#include "algos/collectives/dense_ring.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/ring.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dense_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options) {
  return ring(comm, densify(comm, std::move(stream), options.op), options);
}

SPARLAB_INSTANTIATE_ALLREDUCE(dense_ring)

}  // namespace sparlab::algos
