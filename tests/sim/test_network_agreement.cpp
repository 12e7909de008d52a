/// The machine `network` of loggp against SimGrid on the same topology.

#include <functional>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using runtime::Comm;
using runtime::of_bytes;

namespace {

constexpr int kRanks = 64;

/// Four groups with the rates of Aries, of whose 256 hosts every fourth has a rank.
Platform spread_over_routers() {
  Platform platform;
  platform.name = "aries";
  platform.topology = model::Dragonfly{.groups = 4,
                                       .chassis_per_group = 2,
                                       .routers_per_chassis = 8,
                                       .nodes_per_router = 4,
                                       .blue_cables = 26,
                                       .node = {"node", 9.8e9, 150e-9},
                                       .green = {"green", 10.5e9, 200e-9},
                                       .black = {"black", 15.75e9, 200e-9},
                                       .blue = {"blue", 9.38e9, 400e-9}};
  platform.overhead_s = 0.4e-6;
  platform.overhead_s_per_byte = 0.1e-9;
  platform.placement = {.kind = model::Placement::Kind::listed, .hosts = 256};
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) platform.placement.listed.push_back(4 * rank);
  return platform;
}

runtime::loggp::Machine with_links_of(const Platform& platform) {
  runtime::loggp::Machine machine;
  machine.preset = "network";
  machine.topology = model::make_topology(platform.topology);
  machine.overhead_s = platform.overhead_s;
  machine.overhead_s_per_byte = platform.overhead_s_per_byte;
  machine.placement = platform.placement;
  return machine;
}

/// The time on the links of loggp over that of SimGrid, minus 1.
double difference(const std::function<void(Comm&)>& body) {
  const Platform platform = spread_over_routers();
  const double simulated_s = numbers_in_child([&] {
                               return std::vector<double>{run(platform, kRanks, body).makespan_s()};
                             }).at(0);
  return runtime::loggp::run(with_links_of(platform), kRanks, body).makespan_s() / simulated_s - 1;
}

}  // namespace

TEST_CASE("a split paced by the overhead takes the same time on both networks") {
  for (const double bytes : {160.0, 1000.0}) {
    CAPTURE(bytes);
    const double off = difference([=](Comm& comm) {
      const int ranks = comm.size();
      std::vector<runtime::Request> requests;
      for (int step = 1; step < ranks; ++step)
        requests.push_back(comm.irecv((comm.rank() + ranks - step) % ranks));
      for (int step = 1; step < ranks; ++step)
        requests.push_back(comm.isend((comm.rank() + step) % ranks, of_bytes(bytes)));
      runtime::wait_all(comm, requests);
    });
    CHECK(std::abs(off) < 0.005);
  }
}
