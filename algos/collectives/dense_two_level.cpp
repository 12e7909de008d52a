#include <cstdint>
#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/steps/dense_vector.hpp"
#include "algos/steps/subgroups.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

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

Stream over_parts(runtime::Comm& comm, Stream dense, model::NodeSizes sizes,
                  const AllreduceOptions& options, const AllreduceByName& between) {
  if (sizes.empty()) return between(comm, std::move(dense), options);
  const int group = largest_group(comm, sizes.front());
  if (group == 1) return over_parts(comm, std::move(dense), sizes.subspan(1), options, between);
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
    part = over_parts(owners, std::move(part), sizes.subspan(1), options, between);
    comm.enter_phase("gather");
    vector.replace(comm, part);
  }
  comm.enter_phase("gather");
  pass_around(node, vector, owned, node.rank(), Arrival::replaces);
  return std::move(vector).result(comm);
}

}  // namespace

Stream dense_two_level(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                       const model::DenseTwoLevelParameters& parameters,
                       const AllreduceByName& between) {
  return over_parts(comm, densify(comm, std::move(stream), options.op), parameters.node, options,
                    between);
}

}  // namespace sparlab::algos
