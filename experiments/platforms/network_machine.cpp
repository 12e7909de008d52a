#include "experiments/platforms/network_machine.hpp"

#include "model/base/contract.hpp"

namespace sparlab::experiments {
namespace {

model::LinkClass named(const char* name, const sim::LinkClass& link) {
  return {name, link.bandwidth_bytes_per_s, link.latency_s};
}

}  // namespace

std::optional<model::TopologyDescription> topology_of(const PlatformFile& platform) {
  if (!platform.network) return std::nullopt;
  const sim::Platform& network = *platform.network;
  const auto count = [](int value) { return static_cast<std::uint32_t>(value); };
  if (network.topology == sim::Platform::Topology::star)
    return model::Star{count(network.hosts), named("node", network.node)};
  return model::Dragonfly{.groups = count(network.groups),
                          .chassis_per_group = count(network.chassis_per_group),
                          .routers_per_chassis = count(network.routers_per_chassis),
                          .nodes_per_router = count(network.nodes_per_router),
                          .blue_at = model::Dragonfly::Blue::first_chassis,
                          .node = named("node", network.node),
                          .green = named("green", network.green),
                          .black = named("black", network.black),
                          .blue = named("blue", network.blue)};
}

runtime::loggp::Machine network_machine(const PlatformFile& platform, std::uint64_t ranks,
                                        runtime::loggp::Routing routing) {
  const auto description = topology_of(platform);
  SPARLAB_EXPECTS(description && !platform.groups.present());
  const sim::Platform network = platform.simulated(ranks);
  runtime::loggp::Machine machine;
  machine.preset = "network";
  machine.topology = model::make_topology(*description);
  machine.routing = routing;
  machine.node_duplex = network.duplex;
  machine.overhead_s = network.overhead_s;
  machine.overhead_s_per_byte = network.overhead_s_per_byte;
  machine.larger_overhead = network.larger_overhead;
  machine.handshake_bytes = network.rendezvous_bytes;
  machine.gap_s = platform.separate.gap_s;
  machine.rates = platform.rates;
  machine.placement = platform.placement;
  machine.noise = platform.noise;
  if (platform.placement.shares_ports()) {
    machine.inside = platform.inside.segments;
    machine.inside_slowdowns = platform.inside.slowdowns(platform.placement.ranks_per_host);
  }
  return machine;
}

}  // namespace sparlab::experiments
