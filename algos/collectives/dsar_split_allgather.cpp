#include "algos/collectives/dsar_split_allgather.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/placed_parts.hpp"
#include "algos/steps/shards.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dsar_split_allgather(runtime::Comm& comm, Stream stream,
                            const AllreduceOptions<Stream>& options) {
  PlacedParts<Stream> parts(stream.range(), static_cast<std::size_t>(comm.size()));
  parts.reduce(comm, static_cast<std::size_t>(comm.rank()), split_exchange(comm, stream, options),
               options.op);
  allgather_in_place(comm, parts);
  return std::move(parts).whole();
}

SPARLAB_INSTANTIATE_ALLREDUCE(dsar_split_allgather)

}  // namespace sparlab::algos
