#include "algos/collectives/hierarchical.hpp"

#include <algorithm>
#include <utility>

#include "algos/registry/registry.hpp"
#include "algos/steps/binomial_reduction.hpp"
#include "algos/steps/broadcast.hpp"
#include "algos/steps/leaders_comm.hpp"
#include "algos/steps/node_comm.hpp"

namespace sparlab::algos {

template <class Stream>
Stream hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                    const model::HierarchicalParameters& parameters) {
  const Range range = stream.range();
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const int group = static_cast<int>(std::min(parameters.node, ranks));
  NodeComm node(comm, group);

  if (parameters.dense_inside()) stream = densify(comm, std::move(stream), options.op);
  AllreduceOptions<Stream> inside = options;
  inside.dense_switch = DenseSwitch::never;
  stream = reduce_binomially(node, std::move(stream), inside);
  if (node.rank() == 0) {
    LeadersComm leaders(comm, group);
    stream = make_reducer<Stream>(parameters.between_name(), options)
                 ->reduce(leaders, std::move(stream));
  }
  return broadcast_binomially(node, std::move(stream), range, options);
}

SPARLAB_INSTANTIATE_PARAMETERISED(hierarchical, model::HierarchicalParameters)

}  // namespace sparlab::algos
