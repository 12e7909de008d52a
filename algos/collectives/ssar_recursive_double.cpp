#include "algos/collectives/ssar_recursive_double.hpp"

#include "algos/steps/fold.hpp"
#include "algos/steps/recursive_doubling.hpp"

namespace sparlab::algos {

template <class Stream>
Stream ssar_recursive_double(runtime::Comm& comm, Stream stream,
                             const AllreduceOptions<Stream>& options) {
  return fold_to_power_of_two(comm, std::move(stream), options,
                              [&](runtime::Comm& survivors, Stream whole) {
                                return recursive_doubling(survivors, std::move(whole), options);
                              });
}

SPARLAB_INSTANTIATE_ALLREDUCE(ssar_recursive_double)

}  // namespace sparlab::algos
