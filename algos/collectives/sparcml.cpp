#include "algos/collectives/sparcml.hpp"

#include <utility>
#include <vector>

#include "algos/steps/allgather.hpp"
#include "algos/steps/placed_parts.hpp"
#include "algos/steps/recursive.hpp"
#include "algos/steps/ring.hpp"
#include "algos/steps/shards.hpp"

namespace sparlab::algos {

Stream sparse_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  const Range range = stream.range();
  std::vector<Stream> inputs = allgather(
      comm, std::move(stream), [=](auto) { return range; }, options);
  return merge_all(comm, std::move(inputs), options);
}

Stream sparse_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return ring(comm, stream, options);
}

Stream ssar_recursive_double(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return folded_recursive_doubling(comm, std::move(stream), options);
}

Stream ssar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  Stream own = merge_all(comm, split_exchange(comm, stream, options), options);
  return concatenate(comm, allgather_parts(comm, std::move(own), stream.range(), options),
                     options.op);
}

Stream dsar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return reduce_in_place(comm, stream.range(), split_exchange(comm, stream, options), options.op);
}

}  // namespace sparlab::algos
