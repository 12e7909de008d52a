#include "experiments/platforms/simulated_network.hpp"

#include <algorithm>
#include <variant>

#include "experiments/platforms/topology_facts.hpp"

namespace sparlab::experiments {
namespace {

/// Of a link whose messages take no time per byte.
constexpr double kMostBandwidth = 1e18;

sim::LinkClass simulated_class(const model::LinkClass& link) {
  return {link.bytes_per_s, link.latency_s};
}

sim::Platform simulated_star(const model::Star& star) {
  sim::Platform platform;
  platform.hosts = static_cast<int>(star.hosts);
  platform.node = simulated_class(star.node);
  return platform;
}

sim::Platform simulated_dragonfly(const model::Dragonfly& dragonfly) {
  sim::Platform platform;
  platform.topology = sim::Platform::Topology::dragonfly;
  platform.hosts = static_cast<int>(model::host_count(dragonfly));
  platform.groups = static_cast<int>(dragonfly.groups);
  platform.chassis_per_group = static_cast<int>(dragonfly.chassis_per_group);
  platform.routers_per_chassis = static_cast<int>(dragonfly.routers_per_chassis);
  platform.nodes_per_router = static_cast<int>(dragonfly.nodes_per_router);
  platform.node = simulated_class(dragonfly.node);
  platform.green = simulated_class(dragonfly.green);
  platform.black = simulated_class(dragonfly.black);
  platform.blue = simulated_class(dragonfly.blue);
  return platform;
}

}  // namespace

std::optional<sim::Platform> simulated_network(const model::TopologyDescription& description) {
  if (const auto* const star = std::get_if<model::Star>(&description)) return simulated_star(*star);
  const auto* const dragonfly = std::get_if<model::Dragonfly>(&description);
  if (dragonfly == nullptr || dragonfly->blue_at != model::Dragonfly::Blue::first_chassis ||
      dragonfly->black_cables > 1)
    return std::nullopt;
  return simulated_dragonfly(*dragonfly);
}

void set_overhead(sim::Platform& platform, const model::TopologyDescription& description,
                  const std::vector<model::Segment>& segments) {
  platform.larger_overhead.clear();
  const NearestRoute nearest = nearest_route(description);
  for (const model::Segment& segment : segments) {
    platform.larger_overhead.push_back(
        {segment.from_bytes, std::max(0.0, segment.alpha_s - nearest.latency_s) / 2,
         std::max(0.0, segment.beta_s_per_byte - 1 / nearest.bytes_per_s) / 2});
  }
}

void set_inside(sim::Platform& platform, const std::vector<model::Segment>& segments) {
  model::Segment least = segments.front();
  for (const model::Segment& segment : segments) {
    least.alpha_s = std::min(least.alpha_s, segment.alpha_s);
    least.beta_s_per_byte = std::min(least.beta_s_per_byte, segment.beta_s_per_byte);
  }
  platform.inside = {std::min(kMostBandwidth, 1 / least.beta_s_per_byte), least.alpha_s / 2};
  for (const model::Segment& segment : segments) {
    platform.inside_overhead.push_back({segment.from_bytes, (segment.alpha_s - least.alpha_s) / 2,
                                        (segment.beta_s_per_byte - least.beta_s_per_byte) / 2});
  }
}

}  // namespace sparlab::experiments
