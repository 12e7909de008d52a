#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"

namespace sparlab::algos {
namespace {

/// Trees to the leaders of nodes and back.
Stream over_leaders(runtime::Comm& comm, Stream stream, model::NodeSizes sizes,
                    const AllreduceOptions& options, const AllreduceByName& between) {
  if (sizes.empty()) return between(comm, std::move(stream), options);
  const Domain domain = stream.domain();
  const int group = largest_group(comm, sizes.front());
  NodeComm node(comm, group);
  AllreduceOptions inside = options;
  inside.dense_switch = DenseSwitch::never;
  stream = reduce_binomially(node, std::move(stream), inside);
  if (node.rank() == 0) {
    LeadersComm leaders(comm, group);
    stream = over_leaders(leaders, std::move(stream), sizes.subspan(1), options, between);
  }
  return broadcast_binomially(node, std::move(stream), domain, options);
}

}  // namespace

Stream hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                    const model::HierarchicalParameters& parameters,
                    const AllreduceByName& between) {
  if (parameters.dense_inside()) stream = densify(comm, std::move(stream), options.op);
  return over_leaders(comm, std::move(stream), parameters.node, options, between);
}

}  // namespace sparlab::algos
