#include "algos/collectives/parameter_server.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/steps/shards.hpp"

namespace sparlab::algos {

template <class Stream>
Stream parameter_server(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                        const model::ParameterServerParameters& parameters) {
  if (parameters.mode == model::ServerMode::dense) {
    stream = densify(comm, std::move(stream), options.op);
  }
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  return reduce_at_shards(comm, stream, parameters.shards(ranks), options);
}

SPARLAB_INSTANTIATE_PARAMETERISED(parameter_server, model::ParameterServerParameters)

}  // namespace sparlab::algos
