#include "model/costs/hierarchical.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/problem.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"

namespace sparlab::model {
namespace {

using Between = std::function<Cost(const Problem& leaders)>;

/// Nodes of equal size and cost, or a single node.
struct IdenticalNodes {
  Ranks ranks;  ///< of the first node
  double count = 1;
};

std::vector<IdenticalNodes> identical_nodes(const GroupedFillIn& nodes, const FillIn& inputs) {
  const std::uint64_t count = nodes.groups();
  std::vector<IdenticalNodes> identical;
  if (inputs.symmetry() == Symmetry::none) {
    for (std::uint64_t i = 0; i < count; ++i) identical.push_back({nodes.members({i, 1})});
    return identical;
  }
  const Ranks last = nodes.members({count - 1, 1});
  if (count > 1) identical.push_back({nodes.members({0, 1}), static_cast<double>(count - 1)});
  identical.push_back({last});
  return identical;
}

/// By BetweenNodes.
constexpr std::array<Cost (*)(const Problem&), kBetweenNodes.size()> kCostsBetweenNodes = {
    sparse_allgather,
    [](const Problem& leaders) { return sparse_ring(leaders); },
    ssar_recursive_double,
    [](const Problem& leaders) { return ssar_split_allgather(leaders); },
    dsar_split_allgather,
    [](const Problem& leaders) { return dense_rabenseifner(leaders); },
    [](const Problem& leaders) { return dense_ring(leaders); },
    [](const Problem& leaders) { return dense_recursive_doubling(leaders); },
    [](const Problem& leaders) { return dense_recursive_k(leaders); },
    dense_bine,
    [](const Problem& leaders) { return kylix(leaders, {}); }};

class InsideReduction {
 public:
  InsideReduction(const Problem& inputs, std::uint64_t node, bool dense)
      : problem_(inputs), rules_(problem_), group_(node), dense_(dense) {
    problem_.dense_switch = false;
  }

  /// The round of the binomial trees of all nodes in which ranks `distance` apart merge.
  void add_round(Cost& cost, const std::vector<IdenticalNodes>& nodes,
                 std::uint64_t distance) const {
    Stage slowest{.name = "reduce",
                  .messages = 1,
                  .bytes_per_message = -1,
                  .pattern = Pattern::tree,
                  .partners = tree_in_nodes(problem_.ranks, distance, group_)};
    for (const IdenticalNodes& node : nodes) {
      for (std::uint64_t i = 0; i + distance < node.ranks.count; i += 2 * distance) {
        const std::uint64_t left = node.ranks.first + i;
        const std::uint64_t right_count = std::min(distance, node.ranks.count - i - distance);
        const Held sent = held({left + distance, right_count});
        const Packing packing = rules_.packing(sent, problem_.whole());
        LocalWork work{.copied_bytes = packing.copies()};
        rules_.merge(held({left, distance}), sent, {left, distance + right_count}, problem_.whole(),
                     work);
        cost.count(node.count, packing.bytes);
        slowest.raise(packing.bytes, work);
      }
    }
    cost.critical_path.push_back(slowest);
  }

 private:
  Held held(Ranks ranks) const {
    return dense_ ? Held{problem_.elements(), true} : rules_.united(ranks, problem_.whole());
  }

  Problem problem_;
  StreamRules rules_;
  std::uint64_t group_;
  bool dense_;
};

/// The step between the leaders, which are `node` ranks apart.
Cost between_leaders(const Problem& leaders, std::uint64_t node, const Between& between) {
  Problem problem = leaders;
  std::optional<Machine> apart;
  if (leaders.machine != nullptr) {
    apart = machine_of_leaders(*leaders.machine);
    problem.machine = &*apart;
  }
  Cost cost = between(problem);
  place_on_leaders(cost, 0, node);
  return cost;
}

/// What is dense in a hierarchy.
struct DenseLevels {
  bool inside = false;
  bool between = false;
};

/// Without making dense what is dense inside nodes.
Cost over_levels(const Problem& problem, NodeSizes sizes, const DenseLevels& dense,
                 const Between& between) {
  if (sizes.empty()) {
    Cost cost;
    if (dense.between && !dense.inside) cost.critical_path.push_back(densification(problem));
    cost.append(between(problem));
    if (dense.between) cost.dense_result = true;
    return cost;
  }
  const std::uint64_t node = sizes.front();
  const GroupedFillIn nodes(*problem.fill_in, problem.ranks, node);
  const std::vector<IdenticalNodes> identical = identical_nodes(nodes, *problem.fill_in);
  const std::uint64_t largest = nodes.members({0, 1}).count;
  Cost cost;
  const InsideReduction inside(problem, node, dense.inside);
  for (std::uint64_t distance = 1; distance < largest; distance *= 2)
    inside.add_round(cost, identical, distance);

  Problem leaders = problem;
  leaders.ranks = nodes.groups();
  leaders.fill_in = &nodes;
  cost.append(between_leaders(leaders, node, [&](const Problem& among) {
    return over_levels(among, sizes.subspan(1), dense, between);
  }));

  const Held result = cost.dense_result
                          ? Held{problem.elements(), true}
                          : StreamRules(problem).united({0, problem.ranks}, problem.whole());
  Problem down = problem;
  Cost slowest;
  for (const IdenticalNodes& alike_node : identical) {
    down.ranks = alike_node.ranks.count;
    Cost broadcast;
    add_binomial_broadcast(broadcast, down, result);
    cost.total_messages += alike_node.count * broadcast.total_messages;
    cost.total_bytes += alike_node.count * broadcast.total_bytes;
    if (slowest.messages() < broadcast.messages()) slowest = broadcast;
  }
  for (Stage& stage : slowest.critical_path) {
    stage.partners.ranks = problem.ranks;
    stage.partners.group = node;
  }
  cost.critical_path.insert(cost.critical_path.end(), slowest.critical_path.begin(),
                            slowest.critical_path.end());
  return cost;
}

}  // namespace

Machine machine_of_leaders(const Machine& machine) {
  Machine apart = machine;
  apart.hosts = {};
  return apart;
}

void place_on_leaders(Cost& cost, std::size_t first, std::uint64_t node) {
  for (std::size_t i = first; i < cost.critical_path.size(); ++i)
    cost.critical_path[i].partners.spacing *= node;
}

Partners tree_in_nodes(std::uint64_t ranks, std::uint64_t distance, std::uint64_t node) {
  return {.kind = Partners::Kind::tree, .ranks = ranks, .distance = distance, .group = node};
}

Cost hierarchical(const Problem& problem, const HierarchicalParameters& parameters) {
  const Between between = kCostsBetweenNodes.at(static_cast<std::size_t>(parameters.between));
  const DenseLevels dense{parameters.dense_inside(), parameters.dense_between()};
  Cost cost;
  if (dense.inside) cost.critical_path.push_back(densification(problem));
  cost.append(over_levels(problem, parameters.node, dense, between));
  return cost;
}

Cost over_leaders(const Problem& problem, std::uint64_t node, const Between& between) {
  return over_levels(problem, {&node, 1}, {}, between);
}

}  // namespace sparlab::model
