#include "platforms/files/network_machine.hpp"

#include "model/base/contract.hpp"

namespace sparlab::platforms {
runtime::loggp::Machine network_machine(const PlatformFile& platform, std::uint64_t ranks,
                                        runtime::loggp::Routing routing) {
  SPARLAB_EXPECTS(platform.topology() && !platform.groups_lack_links());
  const sim::Platform network = platform.simulated(ranks);
  runtime::loggp::Machine machine;
  machine.kind = runtime::loggp::MachineKind::network;
  machine.topology = model::make_topology(*platform.topology());
  machine.routing = routing;
  machine.node_duplex = network.duplex;
  machine.overhead_s = network.overhead_s;
  machine.overhead_s_per_byte = network.overhead_s_per_byte;
  machine.larger_overhead = network.larger_overhead;
  machine.handshake_bytes = network.rendezvous_bytes;
  machine.gap_s = platform.separate.gap_s;
  machine.rates = platform.rates;
  machine.placement = platform.placement;
  machine.noise = platform.noise.delays;
  if (platform.placement.shares_ports()) {
    machine.inside = platform.inside.segments;
    machine.inside_slowdowns = platform.inside.slowdowns(platform.placement.ranks_per_host);
  }
  return machine;
}

}  // namespace sparlab::platforms
