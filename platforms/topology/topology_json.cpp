#include "platforms/topology/topology_json.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace sparlab::platforms {
namespace {

enum class Kind : std::size_t { full, star, fat_tree, torus, dragonfly, dragonfly_plus };
const std::vector<std::string> kKinds = {"full",  "star",      "fat-tree",
                                         "torus", "dragonfly", "dragonfly-plus"};

constexpr std::size_t kMostLevels = 8;
constexpr std::size_t kMostDimensions = 8;

std::uint32_t count_of(base::StrictObject& object, const std::string& key) {
  return static_cast<std::uint32_t>(object.count(key));
}

std::uint32_t cables_of(base::StrictObject& object, const std::string& key) {
  return object.optional(key) ? count_of(object, key) : 1;
}

model::LinkClass read_link(base::StrictObject& links, const std::string& name) {
  base::StrictObject link = links.object(name);
  model::LinkClass read{name, link.quantity("bandwidth", base::Dimension::bandwidth),
                        link.quantity("latency", base::Dimension::time)};
  link.finish();
  return read;
}

/// A class that may be missing where no cable has it; it is then that of hosts.
model::LinkClass read_link_if(bool needed, base::StrictObject& links, const std::string& name,
                              const model::LinkClass& node) {
  if (links.optional(name) || needed) return read_link(links, name);
  return {name, node.bytes_per_s, node.latency_s};
}

model::FatTree read_fat_tree(base::StrictObject& topology, base::StrictObject& links) {
  model::FatTree tree;
  for (base::StrictObject& level : topology.objects("levels", kMostLevels)) {
    const std::string name =
        tree.levels.empty() ? "node" : fmt::format("level{}", tree.levels.size() + 1);
    tree.levels.push_back({count_of(level, "down"), count_of(level, "up"),
                           cables_of(level, "cables"), read_link(links, name)});
    level.finish();
  }
  return tree;
}

model::Torus read_torus(base::StrictObject& topology, base::StrictObject& links) {
  model::Torus torus;
  for (base::StrictObject& dimension : topology.objects("dimensions", kMostDimensions)) {
    torus.dimensions.push_back({count_of(dimension, "size"), dimension.flag("wraps")});
    dimension.finish();
  }
  torus.node = read_link(links, "node");
  torus.torus = read_link(links, "torus");
  return torus;
}

/// Without `blue_cables`, a file means SimGrid's dragonfly: one cable to each group.
model::Dragonfly read_dragonfly(base::StrictObject& topology, base::StrictObject& links) {
  model::Dragonfly dragonfly;
  dragonfly.groups = count_of(topology, "groups");
  dragonfly.chassis_per_group = count_of(topology, "chassis_per_group");
  dragonfly.routers_per_chassis = count_of(topology, "routers_per_chassis");
  dragonfly.nodes_per_router = count_of(topology, "nodes_per_router");
  dragonfly.black_cables = cables_of(topology, "black_cables");
  dragonfly.blue_at = model::Dragonfly::Blue::first_chassis;
  if (topology.optional("blue_cables")) {
    dragonfly.blue_at = model::Dragonfly::Blue::spread;
    dragonfly.blue_cables = static_cast<std::uint32_t>(topology.sourced_count("blue_cables"));
    dragonfly.blue_ports = count_of(topology, "blue_ports");
  }
  dragonfly.node = read_link(links, "node");
  const auto read = [&](const char* name, std::uint32_t count) {
    return read_link_if(count > 1, links, name, dragonfly.node);
  };
  dragonfly.green = read("green", dragonfly.routers_per_chassis);
  dragonfly.black = read("black", dragonfly.chassis_per_group);
  dragonfly.blue = read("blue", dragonfly.groups);
  return dragonfly;
}

model::DragonflyPlus read_dragonfly_plus(base::StrictObject& topology, base::StrictObject& links) {
  model::DragonflyPlus dragonfly;
  dragonfly.groups = count_of(topology, "groups");
  dragonfly.leaves_per_group = count_of(topology, "leaves_per_group");
  dragonfly.spines_per_group = count_of(topology, "spines_per_group");
  dragonfly.nodes_per_leaf = count_of(topology, "nodes_per_leaf");
  dragonfly.leaf_cables = cables_of(topology, "leaf_cables");
  dragonfly.global_cables = static_cast<std::uint32_t>(topology.sourced_count("global_cables"));
  dragonfly.global_ports = count_of(topology, "global_ports");
  dragonfly.node = read_link(links, "node");
  dragonfly.leaf = read_link(links, "leaf");
  dragonfly.global = read_link(links, "global");
  return dragonfly;
}

model::TopologyDescription read_kind(Kind kind, base::StrictObject& topology,
                                     base::StrictObject& links) {
  switch (kind) {
    case Kind::fat_tree:
      return read_fat_tree(topology, links);
    case Kind::torus:
      return read_torus(topology, links);
    case Kind::dragonfly:
      return read_dragonfly(topology, links);
    case Kind::dragonfly_plus:
      return read_dragonfly_plus(topology, links);
    case Kind::full:
    case Kind::star:
      break;
  }
  return model::Star{count_of(topology, "hosts"), read_link(links, "node")};
}

/// The key that makes a topology of this kind larger.
std::string size_key(Kind kind) {
  if (kind == Kind::star) return "hosts";
  if (kind == Kind::fat_tree) return "levels";
  return kind == Kind::torus ? "dimensions" : "groups";
}

void require_possible(const model::TopologyDescription& description, Kind kind,
                      const base::StrictObject& topology) {
  const std::uint64_t hosts = model::host_count(description);
  if (hosts > kMostHosts)
    topology.fail(size_key(kind), fmt::format("at most {} hosts, or kind full", kMostHosts));
  const auto fault = model::check(description);
  if (!fault) return;
  const auto cables = [&](std::uint32_t value) {
    topology.refuse(fault->parameter + ".value", std::to_string(value), fault->accepted);
  };
  if (fault->parameter == "blue_cables")
    cables(std::get<model::Dragonfly>(description).blue_cables);
  if (fault->parameter == "global_cables")
    cables(std::get<model::DragonflyPlus>(description).global_cables);
  if (topology.has(fault->parameter)) topology.fail(fault->parameter, fault->accepted);
  topology.refuse(fault->parameter, "not possible", fault->accepted);
}

}  // namespace

std::optional<model::TopologyDescription> read_topology_description(base::StrictObject& topology,
                                                                    base::StrictObject& document) {
  const auto kind = static_cast<Kind>(topology.choice("kind", kKinds));
  topology.text("source");
  topology.text("uncertainty");
  if (kind == Kind::full) return std::nullopt;
  base::StrictObject links = document.object("links");
  const model::TopologyDescription description = read_kind(kind, topology, links);
  require_possible(description, kind, topology);
  links.finish();
  return description;
}

}  // namespace sparlab::platforms
