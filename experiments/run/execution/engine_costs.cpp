#include "experiments/run/execution/engine_costs.hpp"

#include <algorithm>
#include <vector>

#include "experiments/spec/points/engine.hpp"
#include "model/base/contract.hpp"
#include "platforms/topology/topology_facts.hpp"

namespace sparlab::experiments::run {
namespace {

/// A segment whose overhead falls with the size may have none at some size.
double least_overhead_s(double first_s, const std::vector<model::Segment>& larger) {
  double least_s = first_s;
  for (const model::Segment& segment : larger)
    least_s = std::min(least_s, segment.beta_s_per_byte < 0 ? 0 : segment.alpha_s);
  return std::max(0.0, least_s);
}

/// A port is busy for setup, bytes and gap; the CPUs for the overhead; the latency is shared by
/// messages in flight.
model::LeastCosts costs_of(const runtime::loggp::Machine& machine, std::uint64_t ranks) {
  std::vector<model::Segment> segments = machine.larger;
  segments.push_back({0, machine.setup_s, machine.gap_s_per_byte});
  model::LeastMessage network = model::least_message(segments, machine.slowdowns);
  const double overhead_s = least_overhead_s(machine.overhead_s, machine.larger_overhead);
  network.delivery_s += 2 * overhead_s + machine.latency_s;
  network.interval_s = std::max(overhead_s, network.interval_s);
  if (machine.placement.shares_ports()) {
    const auto inside = model::least_message(machine.inside, machine.inside_slowdowns);
    return model::on_shared_hosts(network, inside, machine.placement, ranks);
  }
  const bool hockney = machine.kind == MachineKind::hockney;
  return {.ranks = network, .no_alpha_beta = hockney ? "" : "messages in flight share the latency"};
}

/// A message passes two links of hosts at least. Each rank pays an overhead for each message, but
/// messages in flight share links, so that none occupies a port alone.
model::LeastCosts costs_of(const sim::Platform& platform, std::uint64_t ranks) {
  const auto through = [](double latency_s, double bytes_per_s, double overhead_s) {
    return model::LeastMessage{.delivery_s = latency_s + 2 * overhead_s,
                               .interval_s = overhead_s,
                               .receiving_s = 0,
                               .s_per_byte = 1 / bytes_per_s};
  };
  const platforms::NearestRoute nearest = platforms::nearest_route(platform.topology);
  model::LeastMessage network =
      through(nearest.latency_s, model::host_links(platform.topology).bytes_per_s,
              least_overhead_s(platform.overhead_s, platform.larger_overhead));
  // After a pause, a message arrives before its last byte has passed the links.
  const std::vector<model::Segment> one = {{0, 1, 1}};
  const double least = model::least_message(one, platform.slowdowns).s_per_byte;
  network.delivery_s *= least;
  network.s_per_byte *= least;
  if (platform.placement.shares_ports()) {
    const double inside_s =
        platform.inside_overhead.empty()
            ? 0
            : least_overhead_s(platform.inside_overhead.front().alpha_s, platform.inside_overhead);
    return model::on_shared_hosts(
        network,
        through(2 * platform.inside.latency_s, platform.inside.bandwidth_bytes_per_s, inside_s),
        platform.placement, ranks);
  }
  return {.ranks = network, .no_alpha_beta = "messages in flight share links"};
}

}  // namespace

model::LeastCosts least_costs(const Point& point, const platforms::PlatformFile& platform) {
  SPARLAB_EXPECTS(point.ranks <= platform.max_ranks());
  model::LeastCosts costs;
  const bool on_links = point.engine == Engine::loggp && point.machine == MachineKind::network;
  if (point.engine == Engine::simgrid || on_links) {
    SPARLAB_EXPECTS(platform.network.has_value());
    costs = costs_of(platform.simulated(point.ranks), point.ranks);
  } else if (point.engine == Engine::loggp) {
    costs = costs_of(point.machine == MachineKind::loggp
                         ? platform.loggp(point.ranks, point.groups)
                         : platform.loggp_hockney(point.ranks, point.groups),
                     point.ranks);
  } else {
    costs = model::least_costs(platform.machine(point.ranks, point.groups), point.ranks);
  }
  // Delays of ranks replace the start.
  const bool delayed = point.engine == Engine::loggp && platform.noise.delays.delays_starts();
  costs.start_s = delayed ? 0 : platform.transport.start_s(point.ranks);
  return costs;
}

}  // namespace sparlab::experiments::run
