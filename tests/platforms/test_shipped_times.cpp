// Times of the shipped platforms on machine network against published ones.

#include <chrono>
#include <string>
#include <vector>

#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "platforms/files/network_machine.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/model/topology/topologies.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using runtime::Comm;

namespace {

PlatformFile shipped_file(const std::string& name) {
  return load_platform(base::find_platform_file(name, "test", "platform"));
}

/// Half of a round trip between two hosts, as osu_latency measures it. A message with a handshake
/// is sent when its receive is posted, as it is there.
double half_round_trip_s(const PlatformFile& platform, std::uint32_t a, std::uint32_t b,
                         double bytes) {
  auto machine = network_machine(platform, 2, runtime::loggp::Routing::minimal);
  machine.placement = {.kind = model::Placement::Kind::listed,
                       .hosts = static_cast<std::uint64_t>(platform.hosts),
                       .listed = {a, b}};
  machine.handshake_bytes = std::numeric_limits<double>::infinity();
  constexpr int kTrips = 10;
  const auto result = runtime::loggp::run(machine, 2, [&](Comm& comm) {
    const int other = 1 - comm.rank();
    for (int trip = 0; trip < kTrips; ++trip) {
      if (comm.rank() == 0) runtime::send(comm, other, runtime::of_bytes(bytes));
      runtime::receive(comm, other);
      if (comm.rank() == 1) runtime::send(comm, other, runtime::of_bytes(bytes));
    }
  });
  return result.makespan_s() / (2 * kTrips);
}

/// S / t x 2 (P - 1) / P of a dense ring of 256 MiB.
double bus_bytes_per_s(const std::string& platform, std::uint64_t ranks) {
  experiments::Point point;
  point.engine = experiments::Engine::loggp;
  point.algorithm = model::Algorithm("dense_ring");
  point.ranks = ranks;
  point.universe = 1U << 26U;
  point.nnz = point.universe;
  point.density = 1;
  experiments::Settings settings;
  settings.machine = experiments::MachineKind::network;
  settings.input_form = experiments::InputForm::dense;
  static_cast<experiments::Settings&>(point) =
      experiments::settings_for(experiments::info_of(experiments::Engine::loggp), settings);
  const double time_s = experiments::run::execute(point, shipped_file(platform)).time_s;
  const auto count = static_cast<double>(ranks);
  return 4.0 * static_cast<double>(point.universe) / time_s * 2 * (count - 1) / count;
}

}  // namespace

TEST_CASE("piz-daint meets osu_latency on one router, and published latencies of others") {
  for (const char* name : {"piz-daint", "piz-daint-small"}) {
    CAPTURE(name);
    const PlatformFile platform = shipped_file(name);
    const auto on_one_router_s = [&](double bytes) {
      return half_round_trip_s(platform, 0, 1, bytes);
    };
    // osu_latency between two XC50 nodes (eth-cscs/sarus, doc/cookbook/osu_mb).
    CHECK(on_one_router_s(0) == Approx(1.10e-6).epsilon(0.05));
    CHECK(on_one_router_s(1024) == Approx(1.39e-6).epsilon(0.05));
    CHECK(on_one_router_s(4096) == Approx(2.27e-6).epsilon(0.05));
    CHECK(on_one_router_s(8192) == Approx(4.21e-6).epsilon(0.05));
    CHECK(on_one_router_s(16384) == Approx(5.12e-6).epsilon(0.05));
    CHECK(on_one_router_s(65536) == Approx(10.07e-6).epsilon(0.05));
    CHECK(on_one_router_s(1 << 20) == Approx(109.28e-6).epsilon(0.05));
    CHECK(on_one_router_s(4 << 20) == Approx(431.85e-6).epsilon(0.05));
  }
  const PlatformFile platform = shipped_file("piz-daint");
  // Edison (Austin, NERSC): 1.5 us in a chassis and in a group. Its 1.3 us on one router are 0.2 us
  // more than those of Piz Daint.
  CHECK(half_round_trip_s(platform, 0, 4, 8) == Approx(1.5e-6 - 0.2e-6).epsilon(0.15));
  CHECK(half_round_trip_s(platform, 0, 64, 8) == Approx(1.5e-6 - 0.2e-6).epsilon(0.15));
  // The farthest pair of an XC30: 1.92 us.
  double farthest_s = 0;
  for (std::uint32_t host = 384; host < 5760; host += 97)
    farthest_s = std::max(farthest_s, half_round_trip_s(platform, 0, host, 8));
  CHECK(farthest_s == Approx(1.92e-6).epsilon(0.15));
}

TEST_CASE("piz-daint has short symmetric routes, and is there in half a second") {
  const auto start = std::chrono::steady_clock::now();
  const PlatformFile platform = shipped_file("piz-daint");
  const auto topology = model::make_topology(*platform.topology());
  const std::chrono::duration<double> loading = std::chrono::steady_clock::now() - start;
  CHECK(loading.count() < 5);  // 0.07 s of processor time; the bound is for a busy machine
  using model::topologies::route;
  std::size_t wrong = 0;
  for (std::uint32_t from = 0; from < topology->hosts(); from += 58) {
    const auto shortest = model::topologies::distances(*topology, from);
    for (std::uint32_t to = from % 57; to < topology->hosts(); to += 57) {
      const model::Route there = route(*topology, from, to);
      if (there.size() != shortest[to]) ++wrong;
      if (model::topologies::reversed(there) != route(*topology, to, from)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a ring reaches the published bus bandwidths of GPUs") {
  // RedSync: 3.5 GB/s on Muradin. The sums of GPUs and 2 x 7 latencies cost little of 256 MiB.
  CHECK(bus_bytes_per_s("muradin-8", 8) == Approx(3.5e9).epsilon(0.05));
  // RedSync: 1.5 GB/s on Piz Daint, "less affected by the number of GPUs".
  CHECK(bus_bytes_per_s("piz-daint-gpu", 16) == Approx(1.5e9).epsilon(0.2));
  CHECK(bus_bytes_per_s("piz-daint-gpu", 64) ==
        Approx(bus_bytes_per_s("piz-daint-gpu", 16)).epsilon(0.05));
}
