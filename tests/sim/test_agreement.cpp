/// Without contention SimGrid and the abstract LogGP machine must tell the same time.

#include <fmt/format.h>

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
using runtime::Message;
using runtime::of_bytes;
using runtime::Request;
using runtime::WorkKind;

namespace {

/// A star with overhead and local costs, and the LogGP machine of the same numbers.
Platform costly_star(int hosts) {
  Platform platform = star(hosts, 9.8e9, 0.15e-6);
  platform.overhead_s = 0.4e-6;
  platform.overhead_s_per_byte = 0.1e-9;
  platform.rendezvous_bytes = 8192;
  platform.larger_overhead = {{8192, 1.55e-6, 0}};
  platform.rates = {5e-9, 7e-9, 0.6e-9, 0.15e-9};
  return platform;
}

runtime::loggp::Machine loggp_of(const Platform& platform) {
  auto machine = runtime::loggp::Machine::log_gp(
      2 * model::host_links(platform.topology).latency_s, platform.overhead_s, 0,
      1 / model::host_links(platform.topology).bytes_per_s, platform.rates);
  machine.overhead_s_per_byte = platform.overhead_s_per_byte;
  machine.larger_overhead = platform.larger_overhead;
  return machine;
}

void recursive_doubling(Comm& comm, double bytes) {
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int peer = comm.rank() ^ distance;
    runtime::exchange(comm, peer, of_bytes(bytes), peer);
    comm.charge({WorkKind::merge, bytes / 8});
    bytes *= 1.9;
  }
}

void ring(Comm& comm, double bytes) {
  const int ranks = comm.size();
  for (int step = 1; step < ranks; ++step) {
    runtime::exchange(comm, (comm.rank() + 1) % ranks, of_bytes(bytes),
                      (comm.rank() + ranks - 1) % ranks);
    comm.charge({WorkKind::dense_sum, bytes / 4});
  }
}

void rotated_all_to_all(Comm& comm, double bytes) {
  const int ranks = comm.size();
  std::vector<Request> requests;
  for (int step = 1; step < ranks; ++step) {
    requests.push_back(comm.irecv((comm.rank() + ranks - step) % ranks));
  }
  for (int step = 1; step < ranks; ++step) {
    requests.push_back(comm.isend((comm.rank() + step) % ranks, of_bytes(bytes)));
  }
  runtime::wait_all(comm, requests);
}

void check_agreement(const std::function<void(Comm&, double)>& pattern) {
  for (const int ranks : {2, 4, 16, 64}) {
    for (const double bytes : {8.0, 4096.0, 1e6}) {
      CAPTURE(ranks, bytes);
      const auto body = [&](Comm& comm) { pattern(comm, bytes); };
      const Platform platform = costly_star(ranks);
      const auto simulated_s = numbers_in_child(
          [&] { return std::vector<double>{run(platform, ranks, body).makespan_s()}; });
      const double abstract_s = runtime::loggp::run(loggp_of(platform), ranks, body).makespan_s();
      CHECK(simulated_s.at(0) == Approx(abstract_s).epsilon(0.02));
    }
  }
}

}  // namespace

TEST_CASE("recursive doubling takes the time that LogGP predicts") {
  check_agreement(recursive_doubling);
}

TEST_CASE("a ring takes the time that LogGP predicts") { check_agreement(ring); }

TEST_CASE("a rotated all-to-all takes the time that LogGP predicts") {
  check_agreement(rotated_all_to_all);
}
