/// The machine `network` of loggp against SimGrid on the same topology.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
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
  machine.kind = runtime::loggp::MachineKind::network;
  machine.topology = model::make_topology(platform.topology);
  machine.overhead_s = platform.overhead_s;
  machine.overhead_s_per_byte = platform.overhead_s_per_byte;
  machine.placement = platform.placement;
  return machine;
}

/// The hosts of a group, each with a rank. Where the ring passes from one chassis to the other and
/// back, two routes meet at a green link.
Platform on_one_group() {
  Platform platform = spread_over_routers();
  platform.placement = {};
  return platform;
}

std::function<void(Comm&)> ring_of(double bytes) {
  return [=](Comm& comm) {
    const int ranks = comm.size();
    for (int step = 1; step < ranks; ++step)
      runtime::exchange(comm, (comm.rank() + 1) % ranks, of_bytes(bytes),
                        (comm.rank() + ranks - 1) % ranks);
  };
}

/// Times on the links of loggp over those of SimGrid, minus 1.
struct Difference {
  double last = 0;  ///< of the rank that ends last
  double mean = 0;  ///< of all ranks
};

Difference difference(const Platform& platform, const std::function<void(Comm&)>& body) {
  const auto simulated_s = numbers_in_child([&] { return run(platform, kRanks, body).finish_s; });
  const auto finish_s = runtime::loggp::run(with_links_of(platform), kRanks, body).finish_s;
  const auto sum = [](const std::vector<double>& all_s) {
    return std::accumulate(all_s.begin(), all_s.end(), 0.0);
  };
  return {std::ranges::max(finish_s) / std::ranges::max(simulated_s) - 1,
          sum(finish_s) / sum(simulated_s) - 1};
}

}  // namespace

TEST_CASE("a split paced by the overhead takes the same time on both networks") {
  for (const double bytes : {160.0, 1000.0}) {
    CAPTURE(bytes);
    const Difference off = difference(spread_over_routers(), [=](Comm& comm) {
      const int ranks = comm.size();
      std::vector<runtime::Request> requests;
      for (int step = 1; step < ranks; ++step)
        requests.push_back(comm.irecv((comm.rank() + ranks - step) % ranks));
      for (int step = 1; step < ranks; ++step)
        requests.push_back(comm.isend((comm.rank() + step) % ranks, of_bytes(bytes)));
      runtime::wait_all(comm, requests);
    });
    CHECK(std::abs(off.last) < 0.005);
  }
}

TEST_CASE("a ring whose routes share no link takes the same time on both networks") {
  Platform platform = on_one_group();
  platform.topology = model::Star{kRanks, {"node", 9.8e9, 150e-9}};
  for (const double bytes : {100.0, 1e3, 1e6}) {
    CAPTURE(bytes);
    CHECK(std::abs(difference(platform, ring_of(bytes)).last) < 1e-9);
  }
}

TEST_CASE("a ring of which two routes meet takes nearly the same time on both networks") {
  // On loggp, short messages pass one after the other.
  for (const auto& [bytes, most] : {std::pair{100.0, 0.0005}, {1e3, 0.0025}, {1e6, 0.0001}}) {
    CAPTURE(bytes);
    CHECK(std::abs(difference(on_one_group(), ring_of(bytes)).last) < most);
  }
}

TEST_CASE("equal messages that share a link take the same time on both networks") {
  // The ranks of a router send to those of the next.
  const Difference off = difference(on_one_group(), [](Comm& comm) {
    const int beyond = comm.rank() ^ 4;
    runtime::exchange(comm, beyond, of_bytes(1e6), beyond);
  });
  CHECK(std::abs(off.last) < 1e-9);
  CHECK(std::abs(off.mean) < 1e-9);
}

TEST_CASE("both networks count the same bytes on every link and between groups") {
  const auto uneven = [](Comm& comm) {
    const int ranks = comm.size();
    for (int step = 1; step < ranks; step += 5)
      runtime::exchange(comm, (comm.rank() + step) % ranks, of_bytes(100.0 * comm.rank() + step),
                        (comm.rank() + ranks - step) % ranks);
    runtime::exchange(comm, comm.rank(), of_bytes(7), comm.rank());
  };
  Platform two_on_a_host = spread_over_routers();
  two_on_a_host.placement = {.hosts = 256, .ranks_per_host = 2};
  two_on_a_host.inside = {10e9, 1e-6};
  for (const Platform& platform : {spread_over_routers(), on_one_group(), two_on_a_host}) {
    const std::vector<double> simulated = numbers_in_child([&] {
      const auto traffic = run(platform, kRanks, uneven, {.counts_traffic = true}).traffic.value();
      std::vector<double> all = traffic.bytes;
      all.insert(all.end(), traffic.group_bytes.begin(), traffic.group_bytes.end());
      return all;
    });
    runtime::loggp::Machine machine = with_links_of(platform);
    if (platform.placement.shares_ports()) machine.inside = {{0, 1e-6, 0.1e-9}};
    const auto traffic =
        runtime::loggp::run(machine, kRanks, uneven, {.counts_traffic = true}).traffic.value();
    std::vector<double> expected = traffic.bytes;
    expected.insert(expected.end(), traffic.group_bytes.begin(), traffic.group_bytes.end());
    CHECK(std::accumulate(expected.begin(), expected.end(), 0.0) > 0);
    CHECK(simulated == expected);
  }
}
