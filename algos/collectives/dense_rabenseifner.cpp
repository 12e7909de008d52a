#include "algos/collectives/dense_rabenseifner.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/recursive.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dense_rabenseifner(runtime::Comm& comm, Stream stream,
                          const AllreduceOptions<Stream>& options) {
  return folded_rabenseifner(comm, densify(comm, std::move(stream), options.op), options);
}

SPARLAB_INSTANTIATE_ALLREDUCE(dense_rabenseifner)

}  // namespace sparlab::algos
