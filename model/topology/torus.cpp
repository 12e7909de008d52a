#include <fmt/format.h>

#include <string>

#include "model/topology/topology_description.hpp"

namespace sparlab::model {
namespace {

class TorusTopology final : public Topology {
 public:
  explicit TorusTopology(const Torus& torus)
      : Topology(static_cast<std::uint32_t>(host_count(torus)),
                 static_cast<std::uint32_t>(host_count(torus)), {torus.node, torus.torus}) {
    for (std::uint32_t host = 0; host < hosts(); ++host) add_cable(host, switch_vertex(host), 0);
    std::uint32_t stride = 1;
    for (const Torus::Dimension& dimension : torus.dimensions) {
      // The cable of a router leads to the next one, that of the last one around.
      dimensions_.push_back({dimension.size, stride, dimension.wraps, links() / 2});
      for (std::uint32_t router = 0; router < hosts(); ++router) {
        const std::uint32_t at = router / stride % dimension.size;
        if (at + 1 < dimension.size)
          add_cable(switch_vertex(router), switch_vertex(router + stride), 1);
        else if (dimension.wraps)
          add_cable(switch_vertex(router), switch_vertex(router - at * stride), 1);
      }
      stride *= dimension.size;
    }
    set_groups(torus.dimensions.back().size);
  }

 private:
  struct Dimension {
    std::uint32_t size;
    std::uint32_t stride;
    bool wraps;
    std::uint32_t first_cable;

    std::uint32_t coordinate(std::uint32_t router) const { return router / stride % size; }

    /// The cable that leads to the next router.
    std::uint32_t cable_after(std::uint32_t router) const {
      if (wraps) return first_cable + router;
      const std::uint32_t lines_before = router / (stride * size);
      const std::uint32_t in_block = router % (stride * size);
      return first_cable + lines_before * stride * (size - 1) + in_block;
    }
  };

  /// Whether the way to larger coordinates is taken. Equal ways are chosen.
  static bool goes_up(const Dimension& dimension, std::uint32_t from, std::uint32_t to,
                      CableChoice& choice) {
    if (!dimension.wraps) return from < to;
    const std::uint32_t up = (to + dimension.size - from) % dimension.size;
    const std::uint32_t down = dimension.size - up;
    return up == down ? choice.below(2) == 0 : up < down;
  }

  void append_forward(std::uint32_t from, std::uint32_t to, CableChoice& choice,
                      Route& route) const override {
    route.push_back(2 * from);
    std::uint32_t router = from;
    for (const Dimension& dimension : dimensions_) {
      const std::uint32_t target = dimension.coordinate(to);
      std::uint32_t at = dimension.coordinate(router);
      if (at == target) continue;
      const bool up = goes_up(dimension, at, target, choice);
      while (at != target) {
        const std::uint32_t next =
            up ? (at + 1 == dimension.size ? 0 : at + 1) : (at == 0 ? dimension.size : at) - 1;
        const std::uint32_t next_router = router + next * dimension.stride - at * dimension.stride;
        route.push_back(up ? 2 * dimension.cable_after(router)
                           : 2 * dimension.cable_after(next_router) + 1);
        at = next;
        router = next_router;
      }
    }
    route.push_back(2 * to + 1);
  }

  std::vector<Dimension> dimensions_;
};

}  // namespace

std::optional<TopologyFault> check(const Torus& torus) {
  TopologyChecks checks;
  checks.require(!torus.dimensions.empty(), "dimensions", "at least one dimension");
  for (std::size_t d = 0; d < torus.dimensions.size(); ++d)
    checks.at_least(2, torus.dimensions[d].size, fmt::format("dimensions[{}].size", d));
  checks.link_class(torus.node, "node");
  checks.link_class(torus.torus, "torus");
  checks.cables(bounded_product({host_count(torus), torus.dimensions.size() + 1}), "dimensions");
  return checks.fault();
}

std::uint64_t host_count(const Torus& torus) {
  std::uint64_t count = 1;
  for (const Torus::Dimension& dimension : torus.dimensions)
    count = bounded_product({count, dimension.size});
  return count;
}

std::shared_ptr<const Topology> make_topology(const Torus& torus) {
  return std::make_shared<TorusTopology>(torus);
}

}  // namespace sparlab::model
