#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/steps/separate_allgather.hpp"

namespace sparlab::algos {
namespace {

/// The sum stays sparse, as in both frameworks.
Stream sum_of_gathered(runtime::Comm& comm, Stream stream, AllreduceOptions options,
                       model::SeparateGather code) {
  stream = drop_neutral(comm, std::move(stream), options.op);
  options.dense_switch = DenseSwitch::never;
  return merge_all(comm, separate_allgather(comm, stream, code), options);
}

}  // namespace

Stream gloo_sparse(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                   const model::GlooSparseParameters& parameters) {
  return sum_of_gathered(comm, std::move(stream), options, parameters.gather());
}

Stream horovod_slices(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return sum_of_gathered(comm, std::move(stream), options, model::SeparateGather::doubling);
}

}  // namespace sparlab::algos
