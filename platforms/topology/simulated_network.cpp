#include "platforms/topology/simulated_network.hpp"

#include <algorithm>

#include "platforms/topology/topology_facts.hpp"

namespace sparlab::platforms {
namespace {

/// Of a link whose messages take no time per byte.
constexpr double kMostBandwidth = 1e18;

}  // namespace

void set_overhead(sim::Platform& platform, const std::vector<model::Segment>& segments) {
  platform.larger_overhead.clear();
  const NearestRoute nearest = nearest_route(platform.topology);
  for (const model::Segment& segment : segments) {
    platform.larger_overhead.push_back({segment.from_bytes,
                                        (segment.alpha_s - nearest.latency_s) / 2,
                                        (segment.beta_s_per_byte - 1 / nearest.bytes_per_s) / 2});
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

}  // namespace sparlab::platforms
