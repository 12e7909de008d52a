#include <cstdint>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using loggp::Machine;

namespace {

/// A merged entry takes one second.
Machine hockney() { return Machine::hockney(10, 2, {1, 0, 0, 0, 0}); }

void ring_program(Comm& comm) {
  const int ranks = comm.size();
  for (int round = 0; round < 3; ++round) {
    comm.charge({WorkKind::merge, 1.0 * ((comm.rank() + round) % 3)});
    exchange(comm, (comm.rank() + 1) % ranks, of_bytes(8.0 * round),
             (comm.rank() - 1 + ranks) % ranks);
  }
}

}  // namespace

TEST_CASE("a rank with one lane is a rank") {
  Machine hosts = hockney();
  hosts.placement = {.hosts = 4, .ranks_per_host = 2};
  hosts.inside = {{0, 1, 0.5}};
  for (const Machine& machine :
       {hockney(), Machine::log_gp(100, 3, 5, 2, {1, 0, 0, 0, 0}), hosts}) {
    const auto ranks = loggp::run(machine, 8, ring_program);
    const auto lanes = loggp::run_lanes(machine, 8, 1, ring_program);
    CHECK(lanes.finish_s == ranks.finish_s);
    CHECK(lanes.messages == ranks.messages);
  }
}

TEST_CASE("lanes of a rank share its ports, and each receives its own messages") {
  const auto program = [](LaneComm& comm) {
    if (comm.rank() == 0)
      send(comm, 1, of_value(100 + comm.lane(), 5));
    else
      CHECK(value_of(receive(comm, 0)) == 100 + comm.lane());
  };
  const auto result = loggp::run_lanes(hockney(), 2, 3, program);
  CHECK(result.messages == 3);
  // A message takes the ports for 10 + 2 * 5.
  CHECK(result.finish_s == std::vector<double>{20, 20, 40, 40, 60, 60});
}

TEST_CASE("lanes of ranks that share hosts share the ports of the host") {
  Machine machine = hockney();
  machine.placement = {.hosts = 2, .ranks_per_host = 2};
  machine.inside = {{0, 1, 0.5}};
  const auto program = [](LaneComm& comm) {
    if (comm.rank() == 0)
      send(comm, 2, of_value(comm.lane(), 5));
    else if (comm.rank() == 2)
      CHECK(value_of(receive(comm, 0)) == comm.lane());
  };
  const auto one = loggp::run_lanes(machine, 4, 1, program);
  const auto two = loggp::run_lanes(machine, 4, 2, program);
  CHECK(two.finish_s[2] == one.finish_s[2]);
  CHECK(two.finish_s[4 + 2] > one.finish_s[2]);
}

TEST_CASE("what lanes send passes the port in the order of time, not of their numbers") {
  const auto program = [](LaneComm& comm) {
    if (comm.rank() == 0) {
      comm.charge({WorkKind::merge, comm.lane() == 0 ? 100.0 : 50.0});
      send(comm, 1, of_bytes(5));
    } else {
      receive(comm, 0);
    }
  };
  const auto result = loggp::run_lanes(hockney(), 2, 2, program);
  CHECK(result.finish_s[1] == 120);
  CHECK(result.finish_s[2 + 1] == 70);
}

TEST_CASE("a lane sleeps until its time or until another lane wakes it") {
  std::vector<double> woken_s(2, 0);
  const auto program = [&](LaneComm& comm) {
    if (comm.lane() == 0) {
      comm.sleep_until(30);
      comm.sleep_until(7);  // has passed
      comm.wake(1);
    } else {
      comm.await_wake();
      woken_s[static_cast<std::size_t>(comm.rank())] = comm.now();
    }
  };
  const auto result = loggp::run_lanes(hockney(), 2, 2, program);
  CHECK(woken_s == std::vector<double>{30, 30});
  CHECK(result.finish_s == std::vector<double>(4, 30));
}

TEST_CASE("lanes of many ranks run equally each time") {
  const auto program = [](LaneComm& comm) {
    comm.sleep_until(comm.lane() * 5);
    ring_program(comm);
  };
  const auto first = loggp::run_lanes(hockney(), 50, 3, program);
  CHECK(first.messages == 3 * 50 * 3);
  CHECK(first.finish_s == loggp::run_lanes(hockney(), 50, 3, program).finish_s);
}
