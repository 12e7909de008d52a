#include <vector>

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

/// Four hosts in groups of two.
Machine grouped(Machine machine) {
  machine.placement = {.hosts = 4, .ranks_per_host = 1};
  machine.groups.hosts = 2;
  return machine;
}

std::vector<double> exchange_at_distance(const Machine& machine, int ranks, int distance) {
  return loggp::run(machine, ranks,
                    [&](Comm& comm) {
                      const int peer = comm.rank() ^ distance;
                      exchange(comm, peer, of_bytes(4), peer);
                    })
      .finish_s;
}

}  // namespace

TEST_CASE("a message between groups has a longer setup, one within a group has not") {
  Machine machine = grouped(Machine::hockney(/*alpha_s=*/10, /*beta_s_per_byte=*/2));
  machine.groups.alpha_s = 7;
  CHECK(exchange_at_distance(machine, 4, 1) == std::vector<double>(4, 18));
  CHECK(exchange_at_distance(machine, 4, 2) == std::vector<double>(4, 25));
  machine.groups.large_from_bytes = 4;
  machine.groups.large_alpha_s = 9;
  CHECK(exchange_at_distance(machine, 4, 2) == std::vector<double>(4, 27));
  machine.groups.large_from_bytes = 5;
  CHECK(exchange_at_distance(machine, 4, 2) == std::vector<double>(4, 25));
}

TEST_CASE("groups of listed ranks decide instead of consecutive hosts") {
  Machine machine = Machine::hockney(/*alpha_s=*/10, /*beta_s_per_byte=*/2);
  machine.groups = {.alpha_s = 7, .listed = {0, 1, 0, 1}};
  CHECK(exchange_at_distance(machine, 4, 1) == std::vector<double>(4, 25));
  CHECK(exchange_at_distance(machine, 4, 2) == std::vector<double>(4, 18));
}

TEST_CASE("a latency between groups does not delay later messages within the group") {
  Machine machine = grouped(Machine::log_gp(/*latency_s=*/100, /*overhead_s=*/3, /*gap_s=*/5,
                                            /*gap_s_per_byte=*/2));
  machine.groups.alpha_s = 50;
  machine.group_alpha_is_latency = true;
  const auto result = loggp::run(machine, 4, [](Comm& comm) {
    if (comm.rank() == 0) {
      Request far = comm.isend(2, of_bytes(4));
      Request near = comm.isend(1, of_bytes(4));
      comm.wait(far);
      comm.wait(near);
    } else if (comm.rank() < 3) {
      receive(comm, 0);
    }
  });
  CHECK(result.finish_s[2] == 114 + 50);
  CHECK(result.finish_s[1] == 127);
}

TEST_CASE("hosts with several ranks are in groups") {
  Machine machine = Machine::hockney(10, 2);
  machine.placement = {.hosts = 4, .ranks_per_host = 2};
  machine.inside = {{0, 1, 0.5}};
  machine.groups = {.hosts = 2, .alpha_s = 7};
  CHECK(exchange_at_distance(machine, 8, 1) == std::vector<double>(8, 3));
  // Two ranks share the port of a host.
  CHECK(exchange_at_distance(machine, 8, 2) == std::vector<double>(8, 10 + 2 * 8));
  CHECK(exchange_at_distance(machine, 8, 4) == std::vector<double>(8, 10 + 7 + 2 * 8));
  machine.groups.alpha_s = 50;
  machine.group_alpha_is_latency = true;
  CHECK(exchange_at_distance(machine, 8, 4) == std::vector<double>(8, 10 + 50 + 2 * 8));
}
