#include "algos/systems/dsar_split_allgather_qsgd.hpp"

#include <utility>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/quantized_allgather.hpp"
#include "algos/steps/shards.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {

DsarSplitAllgatherQsgd::DsarSplitAllgatherQsgd(
    const model::DsarSplitAllgatherQsgdParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "dsar_split_allgather_qsgd");
}

Stream DsarSplitAllgatherQsgd::reduce(runtime::Comm& comm, Stream input) {
  std::vector<Stream> parts = split_exchange(comm, input, options_);
  parts.front() = densify(comm, std::move(parts.front()), options_.op);
  const Stream own = merge_all(comm, std::move(parts), options_);
  auto parameters = parameters_;
  parameters.seed += calls_++;
  return qsgd_allgather(comm, own, input.range(), quantizers::Qsgd(parameters));
}

}  // namespace sparlab::algos
