#include "algos/collectives/dense.hpp"

#include <utility>

#include "algos/steps/recursive.hpp"
#include "algos/steps/ring.hpp"

namespace sparlab::algos {

Stream dense_recursive_doubling(runtime::Comm& comm, Stream stream,
                                const AllreduceOptions& options) {
  return folded_recursive_doubling(comm, densify(comm, std::move(stream), options.op), options);
}

Stream dense_rabenseifner(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return folded_rabenseifner(comm, densify(comm, std::move(stream), options.op), options);
}

Stream dense_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return ring(comm, densify(comm, std::move(stream), options.op), options);
}

}  // namespace sparlab::algos
