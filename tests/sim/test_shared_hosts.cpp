/// Several ranks on a host: they share its link, and messages between them do not use it.

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
using runtime::Request;

namespace {

/// Hosts of `ranks_per_host`: 10 GB/s and 1 us between them, 40 GB/s and 0.2 us inside.
Platform shared(Platform platform, std::uint64_t ranks_per_host) {
  platform.placement = {.hosts = model::host_count(platform.topology),
                        .ranks_per_host = ranks_per_host};
  platform.inside = {.bandwidth_bytes_per_s = 40e9, .latency_s = 0.1e-6};
  platform.inside_overhead = {{0, 0, 0}};
  return platform;
}

void swap_with(Comm& comm, int peer, double bytes) {
  runtime::exchange(comm, peer, of_bytes(bytes), peer);
}

std::vector<Platform> topologies() { return {simple_star(5760), daint_network()}; }

}  // namespace

TEST_CASE("a message inside a host takes the time of its links, on each topology") {
  for (const Platform& platform : topologies()) {
    for (const double time_s : finish_times(
             shared(platform, 2), 2, [](Comm& comm) { swap_with(comm, 1 - comm.rank(), 4e6); }))
      CHECK(time_s == Approx(0.2e-6 + 100e-6).epsilon(1e-6));
  }
}

TEST_CASE("ranks of a host share its link, on each topology") {
  for (const Platform& platform : topologies()) {
    const double bandwidth = model::host_links(platform.topology).bytes_per_s;
    const auto body = [](Comm& comm) { swap_with(comm, comm.rank() ^ 4, 1e7); };
    for (const double time_s : finish_times(shared(platform, 4), 8, body))
      CHECK(time_s ==
            Approx(2 * model::host_links(platform.topology).latency_s + 4 * 1e7 / bandwidth)
                .epsilon(1e-6));
    // The same ranks on hosts of their own.
    Platform apart = shared(platform, 4);
    apart.placement.kind = model::Placement::Kind::round_robin;
    CHECK(finish_times(apart, 8, body)[0] < 2.5e7 / bandwidth);  // two flows a link between routers
  }
}

TEST_CASE("messages inside a host and messages that leave it pass at the same time") {
  const auto times_s = finish_times(shared(simple_star(2), 2), 4, [](Comm& comm) {
    std::vector<Request> requests;
    for (const int distance : {1, 2}) {
      requests.push_back(comm.irecv(comm.rank() ^ distance));
      requests.push_back(comm.isend(comm.rank() ^ distance, of_bytes(distance == 1 ? 40e6 : 5e6)));
    }
    runtime::wait_all(comm, requests);
  });
  for (const double time_s : times_s) CHECK(time_s == Approx(1e-3).epsilon(2e-3));
}

TEST_CASE("messages inside a host have an overhead and a duplex factor of their own") {
  Platform platform = shared(simple_star(2), 2);
  platform.overhead_s = 5e-6;
  platform.inside_overhead = {{0, 1e-6, 0}, {1e5, 2e-6, 0}};
  const auto exchange_s = [&](double bytes) {
    return finish_times(platform, 2,
                        [=](Comm& comm) { swap_with(comm, 1 - comm.rank(), bytes); })[0];
  };
  CHECK(exchange_s(4e4) == Approx(0.2e-6 + 1e-6 + 2 * 1e-6));
  CHECK(exchange_s(4e6) == Approx(0.2e-6 + 100e-6 + 2 * 2e-6));
  platform.inside_duplex = 2;
  CHECK(exchange_s(4e6) == Approx(0.2e-6 + 200e-6 + 2 * 2e-6));
}

TEST_CASE("a list places each rank, with one rank on a host and with several") {
  const auto exchange_s = [](const Platform& platform, int peer_of_0) {
    return finish_times(platform, 4, [=](Comm& comm) {
      if (comm.rank() == 0) swap_with(comm, peer_of_0, 1e7);
      if (comm.rank() == peer_of_0) swap_with(comm, 0, 1e7);
    })[0];
  };
  Platform platform = shared(simple_star(2), 2);
  platform.placement.kind = model::Placement::Kind::listed;
  platform.placement.listed = {1, 0, 1, 0};
  CHECK(exchange_s(platform, 2) == Approx(0.2e-6 + 250e-6).epsilon(1e-6));
  CHECK(exchange_s(platform, 1) == Approx(1e-6 + 1e-3).epsilon(1e-6));

  // Hosts 0 and 1 of a dragonfly are on one router, host 5759 is in another group.
  Platform daint = daint_network();
  daint.placement.kind = model::Placement::Kind::listed;
  daint.placement.hosts = 5760;
  for (std::uint32_t rank = 0; rank < 5760; ++rank)
    daint.placement.listed.push_back(rank == 1 ? 5759 : rank == 5759 ? 1 : rank);
  CHECK(exchange_s(daint, 1) > exchange_s(daint_network(), 1) + 0.3e-6);
}

TEST_CASE("loggp and simgrid agree on shared hosts where ranks go in step") {
  constexpr int kRanks = 32;
  Platform platform = shared(simple_star(8), 4);
  auto machine = runtime::loggp::Machine::log_gp(1e-6, 0, 0, 1e-10);
  machine.placement = platform.placement;
  machine.inside = {{0, 0.2e-6, 1 / 40e9}};
  const auto body = [](Comm& comm) {
    for (int distance = 1; distance < comm.size(); distance *= 2)
      swap_with(comm, comm.rank() ^ distance, 1e6 * distance);
    for (int step = 1; step < 8; ++step)
      runtime::exchange(comm, (comm.rank() + 1) % comm.size(), of_bytes(1e6),
                        (comm.rank() + comm.size() - 1) % comm.size());
  };
  const auto simulated_s = finish_times(platform, kRanks, body);
  const auto loggp_s = runtime::loggp::run(machine, kRanks, body).finish_s;
  for (std::size_t rank = 0; rank < kRanks; ++rank)
    CHECK(simulated_s[rank] == Approx(loggp_s[rank]).epsilon(0.01));
}

TEST_CASE("more ranks than all hosts have are refused") {
  const auto error = comm_error_in_child([] { run(shared(simple_star(2), 2), 5, [](Comm&) {}); });
  CHECK_THAT(error, Catch::Contains("2 hosts for 2 ranks each, fewer than the 5 ranks"));
}
