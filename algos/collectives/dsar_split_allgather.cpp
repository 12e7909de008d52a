#include "algos/collectives/dsar_split_allgather.hpp"

#include "algos/steps/allgather.hpp"
#include "algos/steps/split_reduce.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dsar_split_allgather(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options) {
  std::vector<Stream> parts = split_exchange(comm, stream, options);
  parts.front() = densify(comm, std::move(parts.front()), options.op);
  Stream own = merge_all(comm, std::move(parts), options);
  return concatenate(comm, allgather_parts(comm, std::move(own), stream.range(), options),
                     options.op);
}

SPARLAB_INSTANTIATE_ALLREDUCE(dsar_split_allgather)

}  // namespace sparlab::algos
