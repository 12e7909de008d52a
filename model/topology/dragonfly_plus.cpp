#include "model/topology/global_cables.hpp"
#include "model/topology/topology_description.hpp"

namespace sparlab::model {
namespace {

enum PlusClass : std::uint32_t { kPlusNode, kPlusLeaf, kPlusGlobal };

class DragonflyPlusTopology final : public Topology {
 public:
  explicit DragonflyPlusTopology(const DragonflyPlus& dragonfly)
      : Topology(static_cast<std::uint32_t>(host_count(dragonfly)),
                 dragonfly.groups * (dragonfly.leaves_per_group + dragonfly.spines_per_group),
                 {dragonfly.node, dragonfly.leaf, dragonfly.global}),
        shape_(dragonfly),
        global_(shape_.groups, shape_.global_cables, shape_.spines_per_group) {
    for (std::uint32_t host = 0; host < hosts(); ++host) {
      const std::uint32_t leaf = host / shape_.nodes_per_leaf;
      add_cable(host, leaf_vertex(leaf / shape_.leaves_per_group, leaf % shape_.leaves_per_group),
                kPlusNode);
    }
    first_leaf_ = links() / 2;
    for (std::uint32_t group = 0; group < shape_.groups; ++group)
      for (std::uint32_t leaf = 0; leaf < shape_.leaves_per_group; ++leaf)
        for (std::uint32_t spine = 0; spine < shape_.spines_per_group; ++spine)
          for (std::uint32_t k = 0; k < shape_.leaf_cables; ++k)
            add_cable(leaf_vertex(group, leaf), spine_vertex(group, spine), kPlusLeaf);
    first_global_ = links() / 2;
    for (std::uint32_t high = 0; high < shape_.groups; ++high)
      for (std::uint32_t low = 0; low < high; ++low)
        for (std::uint32_t k = 0; k < shape_.global_cables; ++k)
          add_cable(spine_vertex(low, global_.switch_of(low, high, k)),
                    spine_vertex(high, global_.switch_of(high, low, k)), kPlusGlobal);
    set_groups(shape_.groups);
    set_global_class(kPlusGlobal);
  }

 private:
  std::uint32_t leaf_vertex(std::uint32_t group, std::uint32_t leaf) const {
    return switch_vertex(group * (shape_.leaves_per_group + shape_.spines_per_group) + leaf);
  }
  std::uint32_t spine_vertex(std::uint32_t group, std::uint32_t spine) const {
    return leaf_vertex(group, shape_.leaves_per_group + spine);
  }
  /// Among all leaves.
  std::uint32_t leaf_of(std::uint32_t host) const { return host / shape_.nodes_per_leaf; }

  std::uint32_t leaf_cable(std::uint32_t leaf, std::uint32_t spine, CableChoice& choice) const {
    return first_leaf_ + (leaf * shape_.spines_per_group + spine) * shape_.leaf_cables +
           choice.below(shape_.leaf_cables);
  }

  void append_forward(std::uint32_t from, std::uint32_t to, CableChoice& choice,
                      Route& route) const override {
    route.push_back(2 * from);
    if (leaf_of(from) != leaf_of(to)) {
      const bool inside = group_of(from) == group_of(to);
      const std::uint32_t spine = inside ? choice.below(shape_.spines_per_group)
                                         : append_leaving(from, group_of(to), choice, route);
      if (inside) route.push_back(2 * leaf_cable(leaf_of(from), spine, choice));
      route.push_back(2 * leaf_cable(leaf_of(to), spine, choice) + 1);
    }
    route.push_back(2 * to + 1);
  }

  void append_forward_detour(std::uint32_t from, std::uint32_t to, std::uint32_t via,
                             CableChoice& choice, Route& route) const override {
    route.push_back(2 * from);
    const std::uint32_t entered = append_leaving(from, via, choice, route);
    const std::uint32_t k = choice.below(shape_.global_cables);
    const std::uint32_t exit = global_.switch_of(via, group_of(to), k);
    if (entered != exit) {
      const std::uint32_t leaf =
          via * shape_.leaves_per_group + choice.below(shape_.leaves_per_group);
      route.push_back(2 * leaf_cable(leaf, entered, choice) + 1);
      route.push_back(2 * leaf_cable(leaf, exit, choice));
    }
    push_global(via, group_of(to), k, route);
    route.push_back(2 * leaf_cable(leaf_of(to), global_.switch_of(group_of(to), via, k), choice) +
                    1);
    route.push_back(2 * to + 1);
  }

  /// The way from the leaf of a host to another group. Returns the spine where it enters the group.
  std::uint32_t append_leaving(std::uint32_t from, std::uint32_t other, CableChoice& choice,
                               Route& route) const {
    const std::uint32_t group = group_of(from);
    const std::uint32_t k = choice.below(shape_.global_cables);
    route.push_back(2 * leaf_cable(leaf_of(from), global_.switch_of(group, other, k), choice));
    push_global(group, other, k, route);
    return global_.switch_of(other, group, k);
  }

  void push_global(std::uint32_t group, std::uint32_t other, std::uint32_t k, Route& route) const {
    route.push_back(2 * (first_global_ + global_.number(group, other, k)) +
                    (group < other ? 0 : 1));
  }

  DragonflyPlus shape_;
  GlobalCables global_;
  std::uint32_t first_leaf_ = 0;
  std::uint32_t first_global_ = 0;
};

}  // namespace

std::optional<TopologyFault> check(const DragonflyPlus& dragonfly) {
  const DragonflyPlus& d = dragonfly;
  TopologyChecks checks;
  checks.at_least(1, d.groups, "groups");
  checks.at_least(1, d.leaves_per_group, "leaves_per_group");
  checks.at_least(1, d.spines_per_group, "spines_per_group");
  checks.at_least(1, d.nodes_per_leaf, "nodes_per_leaf");
  checks.at_least(1, d.leaf_cables, "leaf_cables");
  checks.at_least(1, d.global_cables, "global_cables");
  checks.link_class(d.node, "node");
  checks.link_class(d.leaf, "leaf");
  checks.link_class(d.global, "global");
  check_global_ports(checks, d.groups, d.global_cables, d.spines_per_group, d.global_ports,
                     "global_cables");
  const std::uint64_t of_group =
      bounded_product({d.leaves_per_group, d.nodes_per_leaf}) +
      bounded_product({d.leaves_per_group, d.spines_per_group, d.leaf_cables});
  checks.cables(
      bounded_product({d.groups, of_group}) + GlobalCables(d.groups, d.global_cables, 1).count(),
      "groups");
  return checks.fault();
}

std::uint64_t host_count(const DragonflyPlus& dragonfly) {
  return bounded_product({dragonfly.groups, dragonfly.leaves_per_group, dragonfly.nodes_per_leaf});
}

std::shared_ptr<const Topology> make_topology(const DragonflyPlus& dragonfly) {
  return std::make_shared<DragonflyPlusTopology>(dragonfly);
}

}  // namespace sparlab::model
