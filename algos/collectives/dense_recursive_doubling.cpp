#include "algos/collectives/dense_recursive_doubling.hpp"

#include "algos/steps/fold.hpp"
#include "algos/steps/recursive_doubling.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dense_recursive_doubling(runtime::Comm& comm, Stream stream,
                                const AllreduceOptions<Stream>& options) {
  stream = densify(comm, std::move(stream), options.op);
  return fold_to_power_of_two(comm, std::move(stream), options,
                              [&](runtime::Comm& survivors, Stream whole) {
                                return recursive_doubling(survivors, std::move(whole), options);
                              });
}

SPARLAB_INSTANTIATE_ALLREDUCE(dense_recursive_doubling)

}  // namespace sparlab::algos
