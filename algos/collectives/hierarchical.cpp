#include "algos/collectives/hierarchical.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"

namespace sparlab::algos {

Stream hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                    const model::HierarchicalParameters& parameters,
                    const AllreduceByName& between) {
  const Domain domain = stream.domain();
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const int group = static_cast<int>(std::min(parameters.node, ranks));
  NodeComm node(comm, group);

  if (parameters.dense_inside()) stream = densify(comm, std::move(stream), options.op);
  AllreduceOptions inside = options;
  inside.dense_switch = DenseSwitch::never;
  stream = reduce_binomially(node, std::move(stream), inside);
  if (node.rank() == 0) {
    LeadersComm leaders(comm, group);
    stream = between(leaders, std::move(stream), options);
  }
  return broadcast_binomially(node, std::move(stream), domain, options);
}

}  // namespace sparlab::algos
