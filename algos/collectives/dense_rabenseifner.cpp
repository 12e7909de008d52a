#include "algos/collectives/dense_rabenseifner.hpp"

#include "algos/steps/allgather.hpp"
#include "algos/steps/fold.hpp"
#include "algos/steps/recursive_halving.hpp"

namespace sparlab::algos {

template <class Stream>
Stream dense_rabenseifner(runtime::Comm& comm, Stream stream,
                          const AllreduceOptions<Stream>& options) {
  stream = densify(comm, std::move(stream), options.op);
  return fold_to_power_of_two(
      comm, std::move(stream), options, [&](runtime::Comm& survivors, Stream whole) {
        const Range range = whole.range();
        Stream own = recursive_halving(survivors, std::move(whole), options);
        return concatenate(comm, allgather_parts(survivors, std::move(own), range, options),
                           options.op);
      });
}

SPARLAB_INSTANTIATE_ALLREDUCE(dense_rabenseifner)

}  // namespace sparlab::algos
