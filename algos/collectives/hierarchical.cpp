#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/steps/dense_vector.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

/// The sizes of nodes, from the innermost on: those of `sizes[1]` consist of nodes of `sizes[0]`.
using NodeSizes = std::span<const std::uint64_t>;

int largest_node(const runtime::Comm& comm, NodeSizes sizes) {
  return static_cast<int>(std::min(sizes.front(), static_cast<std::uint64_t>(comm.size())));
}

/// What all levels share.
struct Hierarchy {
  const AllreduceOptions& options;
  const AllreduceByName& between;

  /// Trees to the leaders of nodes and back.
  Stream over_leaders(runtime::Comm& comm, Stream stream, NodeSizes sizes) const;
  /// Dense vectors, of which each rank of a node reduces a part with ranks of other nodes.
  Stream over_parts(runtime::Comm& comm, Stream dense, NodeSizes sizes) const;
};

Stream Hierarchy::over_leaders(runtime::Comm& comm, Stream stream, NodeSizes sizes) const {
  if (sizes.empty()) return between(comm, std::move(stream), options);
  const Domain domain = stream.domain();
  const int group = largest_node(comm, sizes);
  NodeComm node(comm, group);
  AllreduceOptions inside = options;
  inside.dense_switch = DenseSwitch::never;
  stream = reduce_binomially(node, std::move(stream), inside);
  if (node.rank() == 0) {
    LeadersComm leaders(comm, group);
    stream = over_leaders(leaders, std::move(stream), sizes.subspan(1));
  }
  return broadcast_binomially(node, std::move(stream), domain, options);
}

/// A vector in as many parts as the largest nodes have ranks. Those of a smaller node own several.
struct OwnedParts {
  Range whole;
  std::uint64_t parts;
  std::uint64_t ranks;  ///< of this node

  /// The numbers of a rank's parts.
  Range numbers(std::uint64_t rank) const { return model::part_of({0, parts}, rank, ranks); }
  Range part(std::uint64_t number) const { return model::part_of(whole, number, parts); }
  /// All parts of a rank, which are adjacent.
  Range window(std::uint64_t rank) const {
    const Range own = numbers(rank);
    return {model::cut(whole, own.lo, parts), model::cut(whole, own.hi, parts)};
  }
};

/// P-1 steps pass windows to the next rank of a node. A rank begins with the window of rank `sent`.
void pass_around(runtime::Comm& node, DenseVector& vector, const OwnedParts& owned, int sent,
                 Arrival arrival) {
  const int ranks = node.size();
  const auto before = [=](int rank) { return (rank + ranks - 1) % ranks; };
  const auto window = [&](int rank) { return owned.window(static_cast<std::uint64_t>(rank)); };
  for (int step = 1; step < ranks; ++step) {
    const int received = before(sent);
    vector.exchange(node, {window(sent), (node.rank() + 1) % ranks},
                    {window(received), before(node.rank())}, arrival);
    sent = received;
  }
}

Stream Hierarchy::over_parts(runtime::Comm& comm, Stream dense, NodeSizes sizes) const {
  if (sizes.empty()) return between(comm, std::move(dense), options);
  const int group = largest_node(comm, sizes);
  if (group == 1) return over_parts(comm, std::move(dense), sizes.subspan(1));
  NodeComm node(comm, group);
  DenseVector vector(std::move(dense), options.op);
  const OwnedParts owned{vector.range(), static_cast<std::uint64_t>(group),
                         static_cast<std::uint64_t>(node.size())};
  comm.enter_phase("reduce");
  pass_around(node, vector, owned, (node.rank() + node.size() - 1) % node.size(), Arrival::is_left);
  const Range own = owned.numbers(static_cast<std::uint64_t>(node.rank()));
  for (std::uint64_t number = own.lo; number < own.hi && comm.size() > group; ++number) {
    PartOwnersComm owners(comm, group, number);
    comm.enter_phase("reduce");
    Stream part = vector.part(comm, owned.part(number));
    part = over_parts(owners, std::move(part), sizes.subspan(1));
    comm.enter_phase("gather");
    vector.replace(comm, part);
  }
  comm.enter_phase("gather");
  pass_around(node, vector, owned, node.rank(), Arrival::replaces);
  return std::move(vector).result(comm);
}

}  // namespace

Stream hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                    const model::HierarchicalParameters& parameters,
                    const AllreduceByName& between) {
  const Hierarchy hierarchy{options, between};
  if (parameters.dense_inside()) stream = densify(comm, std::move(stream), options.op);
  return parameters.inside == model::InsideNodes::scatter
             ? hierarchy.over_parts(comm, std::move(stream), parameters.node)
             : hierarchy.over_leaders(comm, std::move(stream), parameters.node);
}

}  // namespace sparlab::algos
