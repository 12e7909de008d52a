#include <fmt/format.h>

#include <utility>

#include "model/topology/topology_description.hpp"

namespace sparlab::model {
namespace {

std::vector<LinkClass> classes_of(const FatTree& tree) {
  std::vector<LinkClass> classes;
  for (const FatTree::Level& level : tree.levels) classes.push_back(level.link);
  return classes;
}

/// The vertices of a level, 0 being the hosts: a vertex has a digit for each level of the tree,
/// below `up` for levels that it is at or above, below `down` for the others. The first digit
/// changes fastest.
std::uint64_t vertices_at(const FatTree& tree, std::size_t level) {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < tree.levels.size(); ++i)
    count = bounded_product({count, i < level ? tree.levels[i].up : tree.levels[i].down});
  return count;
}

std::uint32_t switches_of(const FatTree& tree) {
  std::uint64_t count = 0;
  for (std::size_t level = 1; level <= tree.levels.size(); ++level)
    count += vertices_at(tree, level);
  return static_cast<std::uint32_t>(count);
}

class FatTreeTopology final : public Topology {
 public:
  explicit FatTreeTopology(const FatTree& tree)
      : Topology(static_cast<std::uint32_t>(host_count(tree)), switches_of(tree),
                 classes_of(tree)) {
    std::uint32_t first_child = 0;
    std::uint32_t first_parent = hosts();
    std::uint32_t first_cable = 0;
    std::uint32_t stride = 1;  // between the values of the level's digit, among the parents
    for (std::size_t l = 0; l < tree.levels.size(); ++l) {
      const FatTree::Level& level = tree.levels[l];
      const auto children = static_cast<std::uint32_t>(vertices_at(tree, l));
      levels_.push_back({level.down, level.up, level.cables, stride, first_cable});
      for (std::uint32_t child = 0; child < children; ++child) {
        for (std::uint32_t digit = 0; digit < level.up; ++digit) {
          const std::uint32_t parent = with_parent_digit(levels_.back(), child, digit);
          for (std::uint32_t k = 0; k < level.cables; ++k)
            first_cable = add_cable(first_child + child, first_parent + parent,
                                    static_cast<std::uint32_t>(l)) +
                          1;
        }
      }
      first_child = first_parent;
      first_parent += static_cast<std::uint32_t>(vertices_at(tree, l + 1));
      stride *= level.up;
    }
    if (tree.levels.size() > 1) set_groups(tree.levels.back().down);
  }

 private:
  struct Level {
    std::uint32_t down;
    std::uint32_t up;
    std::uint32_t cables;
    std::uint32_t stride;
    std::uint32_t first_cable;
  };

  /// The number, among the vertices of its level, of the parent with this digit.
  static std::uint32_t with_parent_digit(const Level& level, std::uint32_t child,
                                         std::uint32_t digit) {
    const std::uint32_t low = child % level.stride;
    const std::uint32_t high = child / level.stride / level.down;
    return low + level.stride * (digit + level.up * high);
  }

  /// The number of the child with this digit.
  static std::uint32_t with_child_digit(const Level& level, std::uint32_t parent,
                                        std::uint32_t digit) {
    const std::uint32_t low = parent % level.stride;
    const std::uint32_t high = parent / level.stride / level.up;
    return low + level.stride * (digit + level.down * high);
  }

  static std::uint32_t cable(const Level& level, std::uint32_t child, std::uint32_t digit,
                             std::uint32_t k) {
    return level.first_cable + (child * level.up + digit) * level.cables + k;
  }

  void append_forward(std::uint32_t from, std::uint32_t to, CableChoice& choice,
                      Route& route) const override {
    std::uint32_t vertex = from;
    std::uint32_t from_pod = from;
    std::uint32_t to_pod = to;
    std::size_t top = 0;
    while (from_pod != to_pod) {
      const Level& level = levels_[top++];
      from_pod /= level.down;
      to_pod /= level.down;
      const std::uint32_t digit = choice.below(level.up);
      route.push_back(2 * cable(level, vertex, digit, choice.below(level.cables)));
      vertex = with_parent_digit(level, vertex, digit);
    }
    // The digits of `to`, from that of the top down. All above are those of both hosts.
    for (std::size_t l = top; l-- > 0;) {
      const Level& level = levels_[l];
      std::uint32_t below = to;
      for (std::size_t i = 0; i < l; ++i) below /= levels_[i].down;
      const std::uint32_t up_digit = vertex / level.stride % level.up;
      vertex = with_child_digit(level, vertex, below % level.down);
      route.push_back(2 * cable(level, vertex, up_digit, choice.below(level.cables)) + 1);
    }
  }

  std::vector<Level> levels_;
};

}  // namespace

std::optional<TopologyFault> check(const FatTree& tree) {
  TopologyChecks checks;
  checks.require(!tree.levels.empty(), "levels", "at least one level");
  for (std::size_t l = 0; l < tree.levels.size(); ++l) {
    const FatTree::Level& level = tree.levels[l];
    const std::string name = fmt::format("levels[{}]", l);
    checks.at_least(1, level.down, name + ".down");
    checks.at_least(1, level.up, name + ".up");
    checks.at_least(1, level.cables, name + ".cables");
    checks.link_class(level.link, name + ".link");
  }
  std::uint64_t cables = 0;
  for (std::size_t l = 0; l < tree.levels.size() && cables <= kMostCables; ++l)
    cables += bounded_product({vertices_at(tree, l), tree.levels[l].up, tree.levels[l].cables});
  checks.cables(cables, "levels");
  return checks.fault();
}

std::uint64_t host_count(const FatTree& tree) { return vertices_at(tree, 0); }

std::shared_ptr<const Topology> make_topology(const FatTree& tree) {
  return std::make_shared<FatTreeTopology>(tree);
}

}  // namespace sparlab::model
