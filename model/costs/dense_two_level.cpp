#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/problem.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"
#include "model/parameters/dense.hpp"

namespace sparlab::model {
namespace {

using DenseBetween = Cost (*)(const Problem& owners);

/// By DenseBetweenNodes.
constexpr std::array<DenseBetween, kDenseBetweenNodes.size()> kCostsOfDenseBetween = {
    [](const Problem& owners) { return dense_ring(owners); },
    [](const Problem& owners) { return dense_rabenseifner(owners); },
    [](const Problem& owners) { return dense_recursive_doubling(owners); },
    [](const Problem& owners) { return dense_recursive_k(owners); }, dense_bine};

/// A dense vector of any number of elements, also none.
class DensePart final : public FillIn {
 public:
  explicit DensePart(std::uint64_t elements) : elements_(elements) {}

  std::uint64_t universe() const override { return elements_; }
  double distinct(Ranks, Range range) const override { return static_cast<double>(range.size()); }
  Symmetry symmetry() const override { return Symmetry::ranks_and_ranges; }
  std::string describe() const override { return "dense"; }

 private:
  std::uint64_t elements_;
};

/// Nodes whose ranks own parts of dense vectors, one a rank of the largest node.
struct PartOwners {
  std::uint64_t node;  ///< ranks of each node but the last
  std::uint64_t nodes;
  std::uint64_t last;  ///< ranks of the last node

  PartOwners(std::uint64_t ranks, std::uint64_t of_node)
      : node(std::min(of_node, ranks)),
        nodes((ranks - 1) / node + 1),
        last(ranks - (nodes - 1) * node) {}

  /// The most parts of one rank, which it reduces one after the other.
  std::uint64_t turns() const { return block_count(node, last); }
  /// The parts that are reduced in one turn.
  std::uint64_t at_once() const { return block_count(node, turns()); }
  /// Messages of P-1 steps of a ring in each node.
  double ring_messages() const {
    const auto of_one = [](std::uint64_t ranks) {
      return static_cast<double>(ranks * (ranks - 1));
    };
    return static_cast<double>(nodes - 1) * of_one(node) + of_one(last);
  }
  /// Vectors that these move together.
  double ring_vectors() const { return static_cast<double>((nodes - 1) * (node - 1) + last - 1); }
};

/// A ring inside each node passes the parts on, or reduces them.
void add_ring_in_nodes(Cost& cost, const Problem& problem, const PartOwners& owners, bool reduces) {
  const auto steps = static_cast<double>(owners.node - 1);
  const auto part = static_cast<double>(block_count(problem.whole().size(), owners.node));
  const double value_bytes = problem.wire.value_bytes;
  Stage stage{.name = reduces ? "reduce" : "gather",
              .messages = steps,
              .bytes_per_message = part * value_bytes,
              .pattern = Pattern::ring,
              .partners = {.kind = Partners::Kind::shift,
                           .ranks = problem.ranks,
                           .distance = 1,
                           .group = owners.node}};
  if (reduces) stage.work.summed_elements = Amount(steps * part, steps);
  if (owners.nodes > 1) {  // parts are copied out of the vector, and back
    const auto turns = static_cast<double>(owners.turns());
    stage.work.copied_bytes = Amount(turns * part * value_bytes, turns);
  }
  cost.critical_path.push_back(std::move(stage));
  cost.total_messages += owners.ring_messages();
  cost.total_bytes += owners.ring_vectors() * problem.elements() * value_bytes;
}

/// Dense vectors in parts, which the ranks of each node reduce with those of other nodes.
Cost over_parts(const Problem& problem, NodeSizes sizes, DenseBetween between) {
  if (sizes.empty()) return between(problem);
  const PartOwners owners(problem.ranks, sizes.front());
  if (owners.node == 1) return over_parts(problem, sizes.subspan(1), between);
  Cost cost;
  add_ring_in_nodes(cost, problem, owners, true);
  const std::uint64_t elements = problem.whole().size();
  const std::uint64_t larger = elements % owners.node;  // parts that have one element more
  std::vector<Stage> path;
  for (const auto& [parts, size] : {std::pair(larger, elements / owners.node + 1),
                                    std::pair(owners.node - larger, elements / owners.node)}) {
    if (parts == 0 || owners.nodes == 1) continue;
    const DensePart part(size);
    Problem of_part = problem;
    of_part.ranks = owners.nodes;
    of_part.fill_in = &part;
    const Cost one = over_parts(of_part, sizes.subspan(1), between);
    cost.total_messages += static_cast<double>(parts) * one.total_messages;
    cost.total_bytes += static_cast<double>(parts) * one.total_bytes;
    if (path.empty()) path = one.critical_path;
  }
  for (Stage& stage : path) {
    stage.partners.spacing *= owners.node;
    stage.partners.lanes *= owners.at_once();
  }
  for (std::uint64_t turn = 0; turn < owners.turns(); ++turn)
    cost.critical_path.insert(cost.critical_path.end(), path.begin(), path.end());
  add_ring_in_nodes(cost, problem, owners, false);
  cost.dense_result = true;
  return cost;
}

}  // namespace

Cost dense_two_level(const Problem& problem, const DenseTwoLevelParameters& parameters) {
  Cost cost;
  cost.append(over_parts(problem, parameters.node,
                         kCostsOfDenseBetween.at(static_cast<std::size_t>(parameters.between))));
  return cost;
}

}  // namespace sparlab::model
