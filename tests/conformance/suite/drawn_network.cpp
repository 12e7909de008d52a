#include "tests/conformance/suite/drawn_network.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace sparlab::conformance {
namespace {

model::LinkClass draw_link(std::string name, Generator& generator) {
  return {std::move(name), draw_scale(1e8, 1e11, generator),
          draw_chance(4, generator) ? 1e-9 : draw_scale(1e-8, 1e-5, generator)};
}

std::uint32_t draw_up_to(std::uint32_t most, Generator& generator) {
  return 1 + static_cast<std::uint32_t>(generator() % most);
}

std::uint32_t parts_of(std::uint32_t hosts, std::uint32_t part) {
  return (hosts + part - 1) / part;
}

model::FatTree draw_fat_tree(std::uint32_t hosts, Generator& generator) {
  const std::uint32_t leaf = draw_up_to(4, generator);
  return {.levels = {{leaf, 1, 1, draw_link("node", generator)},
                     {std::max(2U, parts_of(hosts, leaf)), draw_up_to(3, generator),
                      draw_up_to(2, generator), draw_link("up", generator)}}};
}

model::Torus draw_torus(std::uint32_t hosts, Generator& generator) {
  const std::uint32_t row = 1 + draw_up_to(4, generator);
  return {.dimensions = {{row, draw_chance(2, generator)},
                         {std::max(2U, parts_of(hosts, row)), draw_chance(2, generator)}},
          .node = draw_link("node", generator),
          .torus = draw_link("torus", generator)};
}

model::Dragonfly draw_dragonfly(std::uint32_t hosts, Generator& generator) {
  const std::uint32_t routers = 1 + draw_up_to(2, generator);
  const std::uint32_t nodes = draw_up_to(2, generator);
  const std::uint32_t groups = std::max(3U, parts_of(hosts, 2 * routers * nodes));
  const std::uint32_t cables = draw_up_to(3, generator);
  return {.groups = groups,
          .chassis_per_group = 2,
          .routers_per_chassis = routers,
          .nodes_per_router = nodes,
          .blue_cables = cables,
          .blue_ports = std::max(10U, parts_of((groups - 1) * cables, 2 * routers)),
          .node = draw_link("node", generator),
          .green = draw_link("green", generator),
          .black = draw_link("black", generator),
          .blue = draw_link("blue", generator)};
}

}  // namespace

double draw_handshake_bytes(Generator& generator) {
  switch (generator() % 4) {
    case 0:
      return std::numeric_limits<double>::infinity();
    case 1:
      return 0;
    default:
      return draw_scale(1, 40'000, generator);
  }
}

model::TopologyDescription draw_topology(std::uint32_t hosts, Generator& generator) {
  switch (generator() % 4) {
    case 0:
      return draw_fat_tree(hosts, generator);
    case 1:
      return draw_torus(hosts, generator);
    case 2:
      return draw_dragonfly(hosts, generator);
    default:
      return model::Star{std::max(2U, hosts), draw_link("node", generator)};
  }
}

model::Placement draw_placement(int ranks, Generator& generator) {
  const auto p = static_cast<std::uint64_t>(ranks);
  model::Placement placement;
  placement.ranks_per_host = draw_chance(2, generator) ? 1 : 2 + generator() % 4;
  placement.hosts = (p + placement.ranks_per_host - 1) / placement.ranks_per_host;
  if (draw_chance(2, generator)) placement.kind = model::Placement::Kind::round_robin;
  return placement;
}

}  // namespace sparlab::conformance
