#include "algos/collectives/dense_recursive_doubling.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/recursive.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dense_recursive_doubling(runtime::Comm& comm, Stream stream,
                                const AllreduceOptions<Stream>& options) {
  return folded_recursive_doubling(comm, densify(comm, std::move(stream), options.op), options);
}

SPARLAB_INSTANTIATE_ALLREDUCE(dense_recursive_doubling)

}  // namespace sparlab::algos
