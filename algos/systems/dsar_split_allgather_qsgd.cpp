#include "algos/systems/dsar_split_allgather_qsgd.hpp"

#include "algos/interface/allreduce.hpp"
#include "algos/steps/quantized_allgather.hpp"
#include "algos/steps/shards.hpp"

namespace sparlab::algos {

DsarSplitAllgatherQsgd::DsarSplitAllgatherQsgd(
    const model::DsarSplitAllgatherQsgdParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "dsar_split_allgather_qsgd");
}

Stream DsarSplitAllgatherQsgd::reduce(runtime::Comm& comm, Stream input) {
  const Stream own = dense_split_reduce(comm, input, options_);
  auto parameters = parameters_;
  parameters.seed += calls_++;
  return qsgd_allgather(comm, own, input.range(), quantizers::Qsgd(parameters));
}

}  // namespace sparlab::algos
