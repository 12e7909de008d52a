#include "algos/systems/redsync_rgc.hpp"

#include <utility>

#include "algos/collectives/dense_rabenseifner.hpp"
#include "algos/collectives/sparse_allgather.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/interface/require_sum.hpp"
#include "algos/steps/select_k.hpp"

namespace sparlab::algos {

using model::RedsyncPath;

template <class Stream>
RedsyncRgc<Stream>::RedsyncRgc(const model::RedsyncRgcParameters& parameters,
                               const AllreduceOptions<Stream>& options)
    : parameters_(parameters),
      options_(options),
      velocity_({parameters.momentum, parameters.nesterov}),
      selection_(parameters.form, parameters.reuse) {
  require_sum(options, "redsync_rgc");
}

template <class Stream>
Stream RedsyncRgc<Stream>::reduce(runtime::Comm& comm, Stream input) {
  const RedsyncPath path = redsync_path(parameters_, input.range().size(), input.wire_format());
  Stream moved = velocity_.advance(std::move(input));
  if (path == RedsyncPath::dense) return dense_rabenseifner(comm, std::move(moved), options_);
  if (parameters_.k != 0) {
    moved = select_and_hold(comm, held_, std::move(moved), [&](const Stream& accumulated) {
      return selection_.choose(comm, accumulated, parameters_.k, path);
    });
  }
  velocity_.mask(moved);
  return sparse_allgather(comm, std::move(moved), options_);
}

SPARLAB_INSTANTIATE_SYSTEM(RedsyncRgc)

}  // namespace sparlab::algos
