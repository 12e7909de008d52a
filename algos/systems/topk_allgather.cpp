#include "algos/systems/topk_allgather.hpp"

#include <utility>

#include "algos/collectives/sparse_allgather.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/interface/require_sum.hpp"
#include "algos/steps/select_k.hpp"

namespace sparlab::algos {

template <class Stream>
TopkAllgather<Stream>::TopkAllgather(const model::TopkAllgatherParameters& parameters,
                                     const AllreduceOptions<Stream>& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "topk_allgather");
}

template <class Stream>
Stream TopkAllgather<Stream>::reduce(runtime::Comm& comm, Stream input) {
  return sparse_allgather(comm, select_k_and_hold(comm, held_, std::move(input), parameters_.k),
                          options_);
}

SPARLAB_INSTANTIATE_SYSTEM(TopkAllgather)

}  // namespace sparlab::algos
