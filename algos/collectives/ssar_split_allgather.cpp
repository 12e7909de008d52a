#include "algos/collectives/ssar_split_allgather.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/shards.hpp"

namespace sparlab::algos {

template <class Stream>
Stream ssar_split_allgather(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options) {
  Stream own = merge_all(comm, split_exchange(comm, stream, options), options);
  return concatenate(comm, allgather_parts(comm, std::move(own), stream.range(), options),
                     options.op);
}

SPARLAB_INSTANTIATE_ALLREDUCE(ssar_split_allgather)

}  // namespace sparlab::algos
