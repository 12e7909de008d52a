#include "algos/collectives/dsar_split_allgather.hpp"

#include "algos/steps/allgather.hpp"
#include "algos/steps/dense_split_reduce.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dsar_split_allgather(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options) {
  Stream own = dense_split_reduce(comm, stream, options);
  return concatenate(comm, allgather_parts(comm, std::move(own), stream.range(), options),
                     options.op);
}

SPARLAB_INSTANTIATE_ALLREDUCE(dsar_split_allgather)

}  // namespace sparlab::algos
