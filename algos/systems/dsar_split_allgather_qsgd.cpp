#include "algos/systems/dsar_split_allgather_qsgd.hpp"

#include "algos/interface/allreduce.hpp"
#include "algos/steps/quantized_allgather.hpp"
#include "algos/steps/shards.hpp"

namespace sparlab::algos {
namespace {

quantizers::Qsgd qsgd_of(const model::DsarSplitAllgatherQsgdParameters& parameters,
                         std::uint64_t call) {
  return quantizers::Qsgd({.bits = static_cast<int>(parameters.bits),
                           .bucket = parameters.bucket,
                           .scale = parameters.scale == model::BucketScale::max
                                        ? quantizers::QsgdScale::max
                                        : quantizers::QsgdScale::l2,
                           .seed = parameters.seed + call});
}

}  // namespace

DsarSplitAllgatherQsgd::DsarSplitAllgatherQsgd(
    const model::DsarSplitAllgatherQsgdParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "dsar_split_allgather_qsgd");
}

Stream DsarSplitAllgatherQsgd::reduce(runtime::Comm& comm, Stream input) {
  const Stream own = dense_split_reduce(comm, input, options_);
  return qsgd_allgather(comm, own, input.range(), qsgd_of(parameters_, calls_++));
}

}  // namespace sparlab::algos
