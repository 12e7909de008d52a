#include <vector>

#include "runtime/lanes.hpp"
#include "runtime/loggp/engine.hpp"
#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using runtime::LaneComm;
using runtime::of_bytes;

namespace {

constexpr double kLatency_s = 1e-6;

/// When lanes end, in a child. 10 GB/s and 1 us between any two hosts.
template <class Body>
std::vector<double> lane_times(int ranks, int lanes, Body body) {
  return numbers_in_child([&] {
    Simulator simulator(simple_star(ranks), ranks);
    return simulator.run_lanes(ranks, lanes, body).finish_s;
  });
}

}  // namespace

TEST_CASE("lanes of a rank share its links, and each receives its own messages") {
  const auto program = [](LaneComm& comm) {
    if (comm.rank() == 0)
      runtime::send(comm, 1, runtime::of_value(100 + comm.lane(), 1e6));
    else if (runtime::value_of(runtime::receive(comm, 0)) != 100 + comm.lane())
      throw runtime::CommError("the message of another lane");
  };
  const auto one = lane_times(2, 1, program);
  const auto three = lane_times(2, 3, program);
  REQUIRE(three.size() == 6);
  CHECK(one[1] == Approx(kLatency_s + 100e-6));
  for (const std::size_t lane : {1, 3, 5}) CHECK(three[lane] == Approx(kLatency_s + 300e-6));
}

TEST_CASE("a lane sleeps until its time, until a message comes, or until another lane wakes it") {
  const auto times = lane_times(2, 2, [](LaneComm& comm) {
    if (comm.lane() == 0) {
      comm.sleep_until(30e-6);
      comm.sleep_until(7e-6);  // has passed
      comm.wake(1);
      if (comm.rank() == 0)
        runtime::send(comm, 1, of_bytes(1e5));
      else
        runtime::receive(comm, 0);
    } else {
      comm.await_wake();
    }
  });
  CHECK(times[0] == Approx(30e-6 + kLatency_s + 10e-6));
  CHECK(times[1] == Approx(30e-6 + kLatency_s + 10e-6));
  CHECK(times[2] == Approx(30e-6));
  CHECK(times[3] == Approx(30e-6));
}

TEST_CASE("a lane that wakes itself in advance lets the others go on first") {
  const auto order = numbers_in_child([] {
    std::vector<double> lanes;
    Simulator(simple_star(1), 1).run_lanes(1, 3, [&](LaneComm& comm) {
      if (comm.lane() == 0) {
        comm.sleep_until(1);
        comm.wake(1);
        comm.wake(2);
        comm.wake(0);
      }
      comm.await_wake();
      lanes.push_back(comm.lane());
    });
    return lanes;
  });
  REQUIRE(order.size() == 3);
  CHECK(order.back() == 0);
}

TEST_CASE("lanes that wait for nobody are a stall that names the rank") {
  const std::string text = comm_error_in_child([] {
    Simulator(simple_star(2), 2).run_lanes(2, 2, [](LaneComm& comm) {
      if (comm.lane() == 1) runtime::receive(comm, 1 - comm.rank());
    });
  });
  CHECK_THAT(text, Catch::Matchers::Contains("rank 0 waits for a message from rank 1"));
}
