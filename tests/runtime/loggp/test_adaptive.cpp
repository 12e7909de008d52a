// Adaptive routing between two groups of a machine like Piz Daint.

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/loggp/topologies.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using loggp::Machine;
using loggp::Routing;

namespace {

constexpr int kGroup = 384;

/// 15 groups, with the link rates of an Aries network.
std::shared_ptr<const model::Topology> aries() {
  return model::make_topology(model::Dragonfly{.groups = 15,
                                               .chassis_per_group = 6,
                                               .routers_per_chassis = 16,
                                               .nodes_per_router = 4,
                                               .black_cables = 3,
                                               .blue_cables = 68,
                                               .node = {"node", 9.8e9, 150e-9},
                                               .green = {"green", 5.25e9, 150e-9},
                                               .black = {"black", 5.25e9, 150e-9},
                                               .blue = {"blue", 4.69e9, 150e-9}});
}

/// Bytes a second from all hosts of one group to those of the next, each of which sends `count`
/// messages of 10 kB to changing hosts.
double bytes_per_s(Routing routing, int count) {
  Machine machine = loggp::topologies::machine(aries());
  machine.routing = routing;
  const auto result = loggp::run(machine, 2 * kGroup, [&](Comm& comm) {
    if (comm.rank() < kGroup) {
      std::vector<Request> sends;
      for (int i = 0; i < count; ++i)
        sends.push_back(comm.isend(kGroup + (comm.rank() + 89 * i) % kGroup, of_bytes(10'000), 0));
      wait_all(comm, sends);
    } else {
      for (int i = 0; i < count; ++i)
        receive(comm, ((comm.rank() - kGroup - 89 * i) % kGroup + kGroup) % kGroup, 0);
    }
  });
  return result.bytes / result.makespan_s();
}

}  // namespace

TEST_CASE("adaptive routing uses more than the cables between two groups") {
  // 68 cables of 4.69 GB/s carry 319 GB/s.
  const double minimal = bytes_per_s(Routing::minimal, 64);
  const double adaptive = bytes_per_s(Routing::adaptive, 64);
  INFO("minimal " << minimal / 1e9 << " GB/s, adaptive " << adaptive / 1e9 << " GB/s");
  CHECK(minimal < 319e9);
  CHECK(minimal > 150e9);
  CHECK(adaptive > 800e9);
}
