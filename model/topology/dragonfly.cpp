#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/topology/global_cables.hpp"
#include "model/topology/topology_description.hpp"

namespace sparlab::model {
namespace {

enum AriesClass : std::uint32_t { kNode, kGreen, kBlack, kBlue };

/// The number of the pair of two different numbers, among all pairs.
std::uint32_t pair_number(std::uint32_t i, std::uint32_t j) {
  const std::uint32_t low = std::min(i, j);
  const std::uint32_t high = std::max(i, j);
  return high * (high - 1) / 2 + low;
}

/// A router in its group.
struct Place {
  std::uint32_t chassis;
  std::uint32_t slot;

  friend bool operator==(const Place&, const Place&) = default;
};

std::uint32_t distance(Place a, Place b) {
  return (a.chassis != b.chassis ? 1U : 0U) + (a.slot != b.slot ? 1U : 0U);
}

class DragonflyTopology final : public Topology {
 public:
  explicit DragonflyTopology(const Dragonfly& dragonfly)
      : Topology(static_cast<std::uint32_t>(host_count(dragonfly)),
                 dragonfly.groups * dragonfly.chassis_per_group * dragonfly.routers_per_chassis,
                 {dragonfly.node, dragonfly.green, dragonfly.black, dragonfly.blue}),
        shape_(dragonfly),
        routers_(shape_.chassis_per_group * shape_.routers_per_chassis),
        green_of_chassis_(static_cast<std::uint32_t>(pairs_of(shape_.routers_per_chassis))),
        black_of_column_(static_cast<std::uint32_t>(pairs_of(shape_.chassis_per_group))),
        blue_(shape_.groups, shape_.blue_cables, routers_) {
    for (std::uint32_t host = 0; host < hosts(); ++host)
      add_cable(host, switch_vertex(host / shape_.nodes_per_router), kNode);
    first_green_ = links() / 2;
    for (std::uint32_t group = 0; group < shape_.groups; ++group) add_green(group);
    first_black_ = links() / 2;
    for (std::uint32_t group = 0; group < shape_.groups; ++group) add_black(group);
    first_blue_ = links() / 2;
    for (std::uint32_t group = 0; group < shape_.groups; ++group)
      for (std::uint32_t other = 0; other < group; ++other) add_blue(other, group);
    set_groups(shape_.groups);
    set_global_class(kBlue);
  }

 private:
  /// The ends of a blue cable, in the smaller and in the larger group.
  struct Ends {
    Place in_low;
    Place in_high;
  };

  std::uint32_t router_vertex(std::uint32_t group, Place place) const {
    return switch_vertex(group * routers_ + place.chassis * shape_.routers_per_chassis +
                         place.slot);
  }
  Place place_of(std::uint32_t router) const {
    return {router / shape_.routers_per_chassis, router % shape_.routers_per_chassis};
  }
  std::uint32_t router_of(std::uint32_t host) const {
    return host / shape_.nodes_per_router % routers_;
  }

  void add_green(std::uint32_t group) {
    for (std::uint32_t chassis = 0; chassis < shape_.chassis_per_group; ++chassis)
      for (std::uint32_t slot = 1; slot < shape_.routers_per_chassis; ++slot)
        for (std::uint32_t other = 0; other < slot; ++other)
          add_cable(router_vertex(group, {chassis, other}), router_vertex(group, {chassis, slot}),
                    kGreen);
  }

  void add_black(std::uint32_t group) {
    for (std::uint32_t slot = 0; slot < shape_.routers_per_chassis; ++slot)
      for (std::uint32_t chassis = 1; chassis < shape_.chassis_per_group; ++chassis)
        for (std::uint32_t other = 0; other < chassis; ++other)
          for (std::uint32_t k = 0; k < shape_.black_cables; ++k)
            add_cable(router_vertex(group, {other, slot}), router_vertex(group, {chassis, slot}),
                      kBlack);
  }

  void add_blue(std::uint32_t low, std::uint32_t high) {
    const bool first_chassis = shape_.blue_at == Dragonfly::Blue::first_chassis;
    for (std::uint32_t k = 0; k < shape_.blue_cables; ++k) {
      const Ends ends{place_of(first_chassis ? high : blue_.switch_of(low, high, k)),
                      place_of(first_chassis ? low : blue_.switch_of(high, low, k))};
      ends_.push_back(ends);
      add_cable(router_vertex(low, ends.in_low), router_vertex(high, ends.in_high), kBlue);
    }
  }

  void append_forward(std::uint32_t from, std::uint32_t to, CableChoice& choice,
                      Route& route) const override {
    route.push_back(2 * from);
    const Place source = place_of(router_of(from));
    const Place target = place_of(router_of(to));
    if (group_of(from) == group_of(to)) {
      append_inside(group_of(from), source, target, choice, route);
    } else {
      const Place entered =
          append_leaving(group_of(from), source, group_of(to), &target, choice, route);
      append_inside(group_of(to), entered, target, choice, route);
    }
    route.push_back(2 * to + 1);
  }

  void append_forward_detour(std::uint32_t from, std::uint32_t to, std::uint32_t via,
                             CableChoice& choice, Route& route) const override {
    route.push_back(2 * from);
    const Place target = place_of(router_of(to));
    const Place middle =
        append_leaving(group_of(from), place_of(router_of(from)), via, nullptr, choice, route);
    const Place entered = append_leaving(via, middle, group_of(to), &target, choice, route);
    append_inside(group_of(to), entered, target, choice, route);
    route.push_back(2 * to + 1);
  }

  /// The way between two routers of a group. Where both coordinates differ, either comes first.
  void append_inside(std::uint32_t group, Place from, Place to, CableChoice& choice,
                     Route& route) const {
    if (distance(from, to) == 2) {
      const Place corner =
          choice.below(2) == 0 ? Place{from.chassis, to.slot} : Place{to.chassis, from.slot};
      append_inside(group, from, corner, choice, route);
      append_inside(group, corner, to, choice, route);
    } else if (from.slot != to.slot) {
      const std::uint32_t chassis = group * shape_.chassis_per_group + from.chassis;
      const std::uint32_t cable =
          first_green_ + chassis * green_of_chassis_ + pair_number(from.slot, to.slot);
      route.push_back(2 * cable + (from.slot < to.slot ? 0 : 1));
    } else if (from.chassis != to.chassis) {
      const std::uint32_t column = group * shape_.routers_per_chassis + from.slot;
      const std::uint32_t pair = column * black_of_column_ + pair_number(from.chassis, to.chassis);
      const std::uint32_t cable =
          first_black_ + pair * shape_.black_cables + choice.below(shape_.black_cables);
      route.push_back(2 * cable + (from.chassis < to.chassis ? 0 : 1));
    }
  }

  /// The way to another group by one of its nearest cables: nearest to `from`, and to `target`
  /// there, if it is given. Returns where it enters the group.
  Place append_leaving(std::uint32_t group, Place from, std::uint32_t other, const Place* target,
                       CableChoice& choice, Route& route) const {
    const bool upwards = group < other;
    const std::uint32_t first = blue_.number(group, other, 0);
    const auto hops = [&](std::uint32_t k) {
      const Ends& ends = ends_[first + k];
      const Place& exit = upwards ? ends.in_low : ends.in_high;
      const Place& entry = upwards ? ends.in_high : ends.in_low;
      return distance(from, exit) + (target == nullptr ? 0 : distance(entry, *target));
    };
    std::uint32_t least = hops(0);
    std::uint32_t nearest = 1;
    for (std::uint32_t k = 1; k < shape_.blue_cables; ++k) {
      const std::uint32_t needed = hops(k);
      if (needed < least) nearest = 0;
      if (needed <= least) ++nearest;
      least = std::min(least, needed);
    }
    std::uint32_t skipped = choice.below(nearest);
    std::uint32_t k = 0;
    while (hops(k) != least || skipped-- > 0) ++k;
    const Ends& ends = ends_[first + k];
    append_inside(group, from, upwards ? ends.in_low : ends.in_high, choice, route);
    route.push_back(2 * (first_blue_ + first + k) + (upwards ? 0 : 1));
    return upwards ? ends.in_high : ends.in_low;
  }

  Dragonfly shape_;
  std::uint32_t routers_;  ///< of a group
  std::uint32_t green_of_chassis_;
  std::uint32_t black_of_column_;  ///< pairs of routers with black cables
  GlobalCables blue_;
  std::vector<Ends> ends_;  ///< of the blue cables
  std::uint32_t first_green_ = 0;
  std::uint32_t first_black_ = 0;
  std::uint32_t first_blue_ = 0;
};

}  // namespace

std::optional<TopologyFault> check(const Dragonfly& dragonfly) {
  const Dragonfly& d = dragonfly;
  TopologyChecks checks;
  checks.at_least(1, d.groups, "groups");
  checks.at_least(1, d.chassis_per_group, "chassis_per_group");
  checks.at_least(1, d.routers_per_chassis, "routers_per_chassis");
  checks.at_least(1, d.nodes_per_router, "nodes_per_router");
  checks.at_least(1, d.black_cables, "black_cables");
  checks.at_least(1, d.blue_cables, "blue_cables");
  checks.link_class(d.node, "node");
  checks.link_class(d.green, "green");
  checks.link_class(d.black, "black");
  checks.link_class(d.blue, "blue");
  const std::uint64_t routers = bounded_product({d.chassis_per_group, d.routers_per_chassis});
  if (d.blue_at == Dragonfly::Blue::first_chassis) {
    checks.require(d.groups <= d.routers_per_chassis, "groups",
                   fmt::format("at most {}, the routers of a chassis, each of which leads to one "
                               "group",
                               d.routers_per_chassis));
    checks.require(d.blue_cables == 1, "blue_cables", "1 where only the first chassis has them");
  } else {
    check_global_ports(checks, d.groups, d.blue_cables, routers, d.blue_ports, "blue_cables");
  }
  const std::uint64_t of_group =
      bounded_product({routers, d.nodes_per_router}) +
      bounded_product({d.chassis_per_group, pairs_of(d.routers_per_chassis)}) +
      bounded_product({d.routers_per_chassis, pairs_of(d.chassis_per_group), d.black_cables});
  checks.cables(
      bounded_product({d.groups, of_group}) + GlobalCables(d.groups, d.blue_cables, 1).count(),
      "groups");
  return checks.fault();
}

std::uint64_t host_count(const Dragonfly& dragonfly) {
  return bounded_product({dragonfly.groups, dragonfly.chassis_per_group,
                          dragonfly.routers_per_chassis, dragonfly.nodes_per_router});
}

std::shared_ptr<const Topology> make_topology(const Dragonfly& dragonfly) {
  return std::make_shared<DragonflyTopology>(dragonfly);
}

}  // namespace sparlab::model
