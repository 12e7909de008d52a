#include "algos/collectives/ssar_recursive_double.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/recursive.hpp"

namespace sparlab::algos {

template <class Stream>
Stream ssar_recursive_double(runtime::Comm& comm, Stream stream,
                             const AllreduceOptions<Stream>& options) {
  return folded_recursive_doubling(comm, std::move(stream), options);
}

SPARLAB_INSTANTIATE_ALLREDUCE(ssar_recursive_double)

}  // namespace sparlab::algos
