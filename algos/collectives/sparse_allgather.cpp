#include "algos/collectives/sparse_allgather.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/allgather.hpp"

namespace sparlab::algos {

template <class Stream>
Stream sparse_allgather(runtime::Comm& comm, Stream stream,
                        const AllreduceOptions<Stream>& options) {
  const Range range = stream.range();
  std::vector<Stream> inputs = allgather(
      comm, std::move(stream), [=](auto) { return range; }, options);
  return merge_all(comm, std::move(inputs), options);
}

SPARLAB_INSTANTIATE_ALLREDUCE(sparse_allgather)

}  // namespace sparlab::algos
