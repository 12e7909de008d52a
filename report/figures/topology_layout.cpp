#include "report/figures/topology_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

namespace sparlab::report {
namespace {

using model::Dragonfly;
using model::DragonflyPlus;
using model::FatTree;
using model::Star;
using model::Topology;
using model::Torus;

constexpr double kPictureMargin = 40;
constexpr double kTop = 88;  ///< below the title
constexpr double kHostStep = 8;
constexpr std::uint32_t kMostDrawnHosts = 96;  ///< of a star or a fat tree
constexpr std::uint32_t kMostDrawnGroups = 36;
constexpr std::uint32_t kMostTorusSide = 20;

double as_number(std::size_t count) { return static_cast<double>(count); }

class LayoutBuilder {
 public:
  LayoutBuilder(const Topology& topology, std::uint32_t detailed)
      : topology_(topology), detailed_(std::min(detailed, topology.groups())) {
    layout_.vertices.resize(topology.hosts() + topology.switches());
  }

  TopologyLayout operator()(const Star& star) {
    const std::uint32_t drawn = std::min(star.hosts, kMostDrawnHosts);
    constexpr double kRadius = 190;
    const PicturePlace centre{kPictureMargin + kRadius + 130, kTop + kRadius + 16};
    place(star.hosts, centre);
    for (std::uint32_t host = 0; host < drawn; ++host)
      place(host, on_circle(centre, kRadius, host, drawn));
    note_hosts(drawn);
    grow({centre.x + kRadius + 130, centre.y + kRadius});
    return std::move(layout_);
  }

  TopologyLayout operator()(const FatTree& tree) {
    const std::uint32_t pods = topology_.groups();
    const std::uint32_t of_pod = topology_.hosts() / pods;
    const bool whole = topology_.hosts() <= kMostDrawnHosts;
    const std::uint32_t shown = whole ? pods : detailed_;
    const std::uint32_t drawn = std::min(shown * of_pod, kMostDrawnHosts);
    const auto levels = static_cast<std::uint32_t>(tree.levels.size());
    const double width = std::max(560.0, 11.0 * drawn);
    constexpr double kLevelStep = 112;
    const double top = kTop + 26 + (whole ? 0 : kLevelStep);  // pods are above all levels
    const auto y_of = [&](std::uint32_t level) { return top + kLevelStep * (levels - level); };
    for (std::uint32_t host = 0; host < drawn; ++host)
      place(host, spread(host, drawn, kPictureMargin, width, y_of(0)));
    note_hosts(drawn);
    // Upwards: cables are numbered level by level.
    std::uint32_t first = topology_.hosts();
    for (std::uint32_t level = 1; level <= levels; ++level) {
      const std::uint32_t count = vertices_at(tree, level);
      std::vector<std::uint32_t> reached;
      for (std::uint32_t link = 0; link < topology_.links(); link += 2) {
        const std::uint32_t parent = topology_.target(link);
        if (parent >= first && parent < first + count && placed(topology_.source(link)))
          reached.push_back(parent);
      }
      std::sort(reached.begin(), reached.end());
      reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
      for (std::size_t i = 0; i < reached.size(); ++i)
        place(reached[i], spread(i, reached.size(), kPictureMargin, width, y_of(level)));
      if (level + 1 == levels && !whole) add_pods(first, count, shown, width);
      first += count;
    }
    grow({std::max(kPictureMargin + width, layout_.width - kPictureMargin), y_of(0)});
    return std::move(layout_);
  }

  TopologyLayout operator()(const Torus& torus) {
    const std::uint32_t columns = torus.dimensions[0].size;
    const std::uint32_t rows = torus.dimensions.size() > 1 ? torus.dimensions[1].size : 1;
    const bool planes = torus.dimensions.size() > 2;
    const std::uint32_t shown = planes ? detailed_ : 1;
    const std::uint32_t hosts_of_plane = topology_.hosts() / topology_.groups();
    constexpr double kCell = 46;
    const std::uint32_t drawn_columns = std::min(columns, kMostTorusSide);
    const std::uint32_t drawn_rows = std::min(rows, kMostTorusSide);
    const double height = kCell * drawn_rows + 24;
    const PicturePlace corner{kPictureMargin + 30, kTop + 44};
    layout_.longest_straight = kCell + 1;
    for (std::uint32_t plane = 0; plane < shown; ++plane)
      for (std::uint32_t row = 0; row < drawn_rows; ++row)
        for (std::uint32_t column = 0; column < drawn_columns; ++column) {
          const std::uint32_t host = (planes ? plane * hosts_of_plane : 0) + row * columns + column;
          const PicturePlace at{corner.x + kCell * column,
                                corner.y + (height + 40) * plane + kCell * row};
          place(topology_.hosts() + host, at);
          place(host, {at.x + 10, at.y + 11});
        }
    const double bottom = corner.y + (height + 40) * shown - 60;
    grow({corner.x + kCell * drawn_columns, bottom});
    const std::uint32_t drawn = shown * drawn_rows * drawn_columns;
    note_hosts(drawn);
    if (planes) {
      for (std::uint32_t plane = 0; plane < shown; ++plane)
        head({corner.x - 10, corner.y + (height + 40) * plane - 34},
             fmt::format("plane {}", plane));
      add_ring(shown, "planes");
      const std::size_t count = layout_.groups.size();
      for (std::size_t i = 0; i + 1 < count; ++i) layout_.joined.emplace_back(i, i + 1);
      if (torus.dimensions.back().wraps && count > 2 && count == topology_.groups())
        layout_.joined.emplace_back(0, count - 1);
      layout_.between = 1;
    }
    return std::move(layout_);
  }

  TopologyLayout operator()(const Dragonfly& d) {
    const std::uint32_t routers = d.chassis_per_group * d.routers_per_chassis;
    const std::uint32_t host_columns = std::min(d.nodes_per_router, 4U);
    const std::uint32_t host_rows = (d.nodes_per_router + host_columns - 1) / host_columns;
    if (d.chassis_per_group == 1) return one_chassis(d);
    const double cell = std::max(44.0, kHostStep * host_columns + 14);
    const double row_step = 62 + kHostStep * host_rows;
    layout_.longest_straight = cell + 1;
    const double height = row_step * d.chassis_per_group + 30;
    for (std::uint32_t group = 0; group < detailed_; ++group) {
      const PicturePlace corner{kPictureMargin + 20, kTop + 62 + (height + 24) * group};
      head({kPictureMargin, corner.y - 50},
           fmt::format("group {}: {} {} of {} {}", group, d.chassis_per_group,
                       d.chassis_per_group == 1 ? "chassis" : "chassis (rows)",
                       d.routers_per_chassis, "routers"));
      for (std::uint32_t router = 0; router < routers; ++router) {
        const PicturePlace at{corner.x + cell * (router % d.routers_per_chassis),
                              corner.y + row_step * (router / d.routers_per_chassis)};
        place_switch_with_hosts(topology_.hosts() + group * routers + router,
                                (group * routers + router) * d.nodes_per_router, d.nodes_per_router,
                                host_columns, at);
      }
    }
    if (d.groups > 1) add_complete_ring("groups", 3);
    return std::move(layout_);
  }

  TopologyLayout operator()(const DragonflyPlus& d) {
    const std::uint32_t of_group = d.leaves_per_group + d.spines_per_group;
    const std::uint32_t host_columns = std::min(d.nodes_per_leaf, 4U);
    const std::uint32_t host_rows = (d.nodes_per_leaf + host_columns - 1) / host_columns;
    const double cell = std::max(44.0, kHostStep * host_columns + 14);
    const double width = cell * std::max(d.leaves_per_group, d.spines_per_group);
    const double height = 150 + kHostStep * host_rows + 20;
    for (std::uint32_t group = 0; group < detailed_; ++group) {
      const double y = kTop + 40 + (height + 44) * group;
      head({kPictureMargin, y - 28}, fmt::format("group {}: {} spines, {} leaves", group,
                                                 d.spines_per_group, d.leaves_per_group));
      const std::uint32_t first = topology_.hosts() + group * of_group;
      for (std::uint32_t spine = 0; spine < d.spines_per_group; ++spine)
        place(first + d.leaves_per_group + spine,
              spread(spine, d.spines_per_group, kPictureMargin, width, y));
      for (std::uint32_t leaf = 0; leaf < d.leaves_per_group; ++leaf)
        place_switch_with_hosts(
            first + leaf, (group * d.leaves_per_group + leaf) * d.nodes_per_leaf, d.nodes_per_leaf,
            host_columns, spread(leaf, d.leaves_per_group, kPictureMargin, width, y + 130));
    }
    if (d.groups > 1) add_complete_ring("groups", 2);
    return std::move(layout_);
  }

 private:
  /// Groups whose routers are connected all to all: circles.
  TopologyLayout one_chassis(const Dragonfly& d) {
    const double radius = std::max(90.0, 8.5 * d.routers_per_chassis);
    const double host_rows = (d.nodes_per_router + 1) / 2;
    const double outer = radius + 16 + kHostStep * host_rows;
    for (std::uint32_t group = 0; group < detailed_; ++group) {
      const PicturePlace centre{kPictureMargin + outer,
                                kTop + 40 + outer + (2 * outer + 60) * group};
      head({kPictureMargin, centre.y - outer - 22},
           fmt::format("group {}: {} routers", group, d.routers_per_chassis));
      for (std::uint32_t router = 0; router < d.routers_per_chassis; ++router) {
        const std::uint32_t number = group * d.routers_per_chassis + router;
        const PicturePlace at = on_circle(centre, radius, router, d.routers_per_chassis);
        const PicturePlace out{(at.x - centre.x) / radius, (at.y - centre.y) / radius};
        place(topology_.hosts() + number, at);
        for (std::uint32_t i = 0; i < d.nodes_per_router; ++i) {
          const double away = 14 + kHostStep * (i / 2);
          const double aside = kHostStep * (i % 2 - 0.5);
          place(number * d.nodes_per_router + i,
                {at.x + away * out.x - aside * out.y, at.y + away * out.y + aside * out.x});
        }
      }
    }
    if (d.groups > 1) add_complete_ring("groups", 3);
    return std::move(layout_);
  }

  static PicturePlace on_circle(PicturePlace centre, double radius, std::size_t i,
                                std::size_t count) {
    const double angle =
        2 * std::numbers::pi * as_number(i) / as_number(count) - std::numbers::pi / 2;
    return {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
  }
  /// The middle of part i of a line.
  static PicturePlace spread(std::size_t i, std::size_t count, double from, double width,
                             double y) {
    return {from + width * (as_number(i) + 0.5) / as_number(count), y};
  }
  static std::uint32_t vertices_at(const FatTree& tree, std::uint32_t level) {
    std::uint32_t count = 1;
    for (std::uint32_t i = 0; i < tree.levels.size(); ++i)
      count *= i < level ? tree.levels[i].up : tree.levels[i].down;
    return count;
  }

  void grow(PicturePlace corner) {
    layout_.width = std::max(layout_.width, corner.x + kPictureMargin);
    layout_.height = std::max(layout_.height, corner.y + kPictureMargin);
  }
  void place(std::uint32_t vertex, PicturePlace at) {
    layout_.vertices[vertex] = at;
    grow(at);
  }
  bool placed(std::uint32_t vertex) const { return layout_.vertices[vertex].has_value(); }
  void head(PicturePlace at, std::string text) {
    layout_.headings.push_back({at, std::move(text)});
  }
  void note_hosts(std::uint32_t drawn) {
    if (drawn < topology_.hosts() && topology_.groups() == 1)
      layout_.left_out.push_back(fmt::format("{} of {} hosts", drawn, topology_.hosts()));
    else if (drawn < detailed_ * (topology_.hosts() / topology_.groups()))
      layout_.left_out.push_back(
          fmt::format("{} of {} hosts of a group", drawn, topology_.hosts() / topology_.groups()));
  }

  void place_switch_with_hosts(std::uint32_t vertex, std::uint32_t first_host, std::uint32_t hosts,
                               std::uint32_t columns, PicturePlace at) {
    place(vertex, at);
    for (std::uint32_t i = 0; i < hosts; ++i)
      place(first_host + i, {at.x + kHostStep * (i % columns - (columns - 1) / 2.0),
                             at.y + 16 + kHostStep * (i / columns)});
  }

  /// A node for each pod that is not in detail, above the switches of the last level.
  void add_pods(std::uint32_t first, std::uint32_t count, std::uint32_t shown, double width) {
    const std::uint32_t pods = topology_.groups();
    const std::uint32_t others = std::min(pods - shown, kMostDrawnGroups);
    if (others < pods - shown)
      layout_.left_out.push_back(fmt::format("{} of {} pods", shown + others, pods));
    for (std::uint32_t i = 0; i < others; ++i) {
      const std::uint32_t pod = shown + i;
      const PicturePlace at = spread(i, others, kPictureMargin, width, kTop + 26);
      layout_.groups.push_back({at, pod, false});
      for (std::uint32_t k = 0; k < count / pods; ++k) {
        const std::uint32_t vertex = first + pod * (count / pods) + k;
        place(vertex, at);
        layout_.without_symbol.push_back(vertex);
      }
    }
  }

  /// A node for each group, on a circle to the right of what is in detail.
  void add_ring(std::uint32_t shown, const std::string& name) {
    const std::uint32_t count = std::min(topology_.groups(), kMostDrawnGroups);
    if (count < topology_.groups())
      layout_.left_out.push_back(fmt::format("{} of {} {}", count, topology_.groups(), name));
    const double radius = std::max(110.0, 6.5 * count);
    const PicturePlace centre{layout_.width + radius + 20,
                              std::max(kTop + radius + 44, (kTop + layout_.height) / 2)};
    for (std::uint32_t i = 0; i < count; ++i)
      layout_.groups.push_back({on_circle(centre, radius, i, count), i, i < shown});
    head({centre.x - radius, centre.y - radius - 32},
         fmt::format("{} {} of {} hosts", topology_.groups(), name,
                     topology_.hosts() / topology_.groups()));
    grow({centre.x + radius + 14, centre.y + radius});
  }
  void add_complete_ring(const std::string& name, std::uint32_t link_class) {
    add_ring(detailed_, name);
    for (std::size_t i = 0; i < layout_.groups.size(); ++i)
      for (std::size_t j = i + 1; j < layout_.groups.size(); ++j) layout_.joined.emplace_back(i, j);
    layout_.between = link_class;
  }

  const Topology& topology_;
  std::uint32_t detailed_;
  TopologyLayout layout_;
};

}  // namespace

TopologyLayout lay_out(const model::TopologyDescription& description, const Topology& topology,
                       std::uint32_t detailed) {
  return std::visit(LayoutBuilder(topology, detailed), description);
}

}  // namespace sparlab::report
