#include "tests/conformance/drawn_machine.hpp"

#include <cmath>
#include <utility>

#include "tests/conformance/suite/drawn_network.hpp"

namespace sparlab::conformance {
namespace {

using model::Segment;
using runtime::loggp::Background;
using runtime::loggp::Delays;
using runtime::loggp::Machine;
using runtime::loggp::Routing;

double draw_time(Generator& generator) {
  return draw_chance(3, generator) ? 0 : draw_scale(1e-8, 1e-4, generator);
}
double draw_time_of_byte(Generator& generator) {
  return draw_chance(4, generator) ? 0 : draw_scale(1e-11, 1e-7, generator);
}

Segment draw_segment(double from_bytes, Generator& generator) {
  return {from_bytes, draw_time(generator), draw_time_of_byte(generator)};
}

model::Slowdowns draw_slowdowns(Generator& generator) {
  const auto factor = [&](double low, double high) {
    return model::SlowdownCurve{{64, draw_scale(low, high, generator)},
                                {8192, draw_scale(low, high, generator)}};
  };
  model::Slowdowns slowdowns;
  if (draw_chance(2, generator)) slowdowns.exchange = factor(0.7, 3);
  if (draw_chance(2, generator)) slowdowns.ring = factor(0.7, 3);
  if (draw_chance(2, generator)) slowdowns.tree = factor(0.3, 1);
  if (draw_chance(3, generator)) slowdowns.all_to_all = factor(0.7, 3);
  return slowdowns;
}

void draw_noise(Machine& machine, Generator& generator) {
  constexpr Delays::Kind kKinds[] = {Delays::Kind::uniform, Delays::Kind::exponential};
  if (draw_chance(2, generator))
    machine.noise.start = {kKinds[generator() % 2], draw_scale(1e-7, 1e-3, generator), 0};
  if (draw_chance(2, generator))
    machine.noise.message = {kKinds[generator() % 2], draw_scale(1e-7, 1e-3, generator), 0};
  machine.noise.relative = false;
  machine.noise.seed = generator();
}

/// What all machines may have.
Machine draw_common(Generator& generator) {
  Machine machine;
  machine.gap_s = draw_time(generator);
  machine.latency_s = draw_time(generator);
  machine.overhead_s = draw_time(generator);
  machine.overhead_s_per_byte = draw_time_of_byte(generator);
  if (draw_chance(3, generator)) machine.larger_overhead = {draw_segment(500, generator)};
  for (double& rate : machine.rates) rate = draw_time_of_byte(generator);
  if (draw_chance(4, generator)) draw_noise(machine, generator);
  return machine;
}

void share_hosts(Machine& machine, int ranks, Generator& generator) {
  machine.placement = draw_placement(ranks, generator);
  if (!machine.placement.shares_ports()) return;
  machine.inside = {draw_segment(0, generator)};
  if (draw_chance(2, generator)) machine.inside.push_back(draw_segment(2000, generator));
  if (draw_chance(4, generator)) machine.inside_slowdowns = draw_slowdowns(generator);
}

Machine draw_ports(int ranks, Generator& generator) {
  Machine machine = draw_common(generator);
  machine.setup_s = draw_time(generator);
  machine.gap_s_per_byte = draw_time_of_byte(generator);
  if (draw_chance(3, generator)) machine.larger = {draw_segment(1000, generator)};
  if (draw_chance(3, generator)) machine.slowdowns = draw_slowdowns(generator);
  if (draw_chance(3, generator)) {
    machine.groups.hosts = 1 + generator() % 4;
    machine.groups.alpha_s = draw_time(generator);
    machine.group_alpha_is_latency = draw_chance(2, generator);
    if (draw_chance(2, generator)) {
      machine.groups.large_from_bytes = 1000;
      machine.groups.large_alpha_s = draw_time(generator);
    }
  }
  if (draw_chance(2, generator)) share_hosts(machine, ranks, generator);
  if (!machine.placement.shares_ports()) machine.handshake_bytes = draw_handshake_bytes(generator);
  if (std::isinf(machine.handshake_bytes) && draw_chance(4, generator))
    machine.most_in_flight = static_cast<std::uint32_t>(1 + generator() % 4);
  if (!machine.placement.shares_ports()) machine.receiving_shared = draw_chance(3, generator);
  return machine;
}

Machine draw_network(int ranks, Generator& generator) {
  Machine machine = draw_common(generator);
  machine.kind = runtime::loggp::MachineKind::network;
  share_hosts(machine, ranks, generator);
  const std::uint64_t hosts = machine.placement.shares_ports() ? machine.placement.hosts
                                                               : static_cast<std::uint64_t>(ranks);
  machine.topology =
      model::make_topology(draw_topology(static_cast<std::uint32_t>(hosts), generator));
  machine.handshake_bytes = draw_handshake_bytes(generator);
  if (machine.topology->has_detours())
    machine.routing =
        std::array{Routing::minimal, Routing::valiant, Routing::adaptive}[generator() % 3];
  if (draw_chance(3, generator)) machine.node_duplex = 1.5;
  if (draw_chance(8, generator)) {
    machine.background = {.pattern = Background::Pattern::uniform,
                          .load = 0.3,
                          .bytes = machine.topology->classes().front().bytes_per_s * 1e-5,
                          .hosts = {0, 1},
                          .seed = generator()};
  }
  return machine;
}

}  // namespace

Machine draw_machine(int ranks, Generator& generator) {
  return draw_chance(2, generator) ? draw_network(ranks, generator) : draw_ports(ranks, generator);
}

}  // namespace sparlab::conformance
