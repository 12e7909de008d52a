#include <mpi.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/mpi/lanes.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using Catch::Matchers::Contains;
using test::comm;

namespace {

int left() { return (comm().rank() + comm().size() - 1) % comm().size(); }
int right() { return (comm().rank() + 1) % comm().size(); }

}  // namespace

TEST_CASE("lanes exchange messages at the same time, each with its own lane of other ranks") {
  std::vector<std::int64_t> received(3, -1);
  mpi::run_lanes(comm(), 3, [&](LaneComm& lane) {
    CHECK(lane.works_by_itself());
    // Lane 2 begins first, lane 0 last.
    for (int other = lane.lane() + 1; other < 3; ++other) lane.await_wake();
    const auto message =
        exchange(lane, right(), test::number(100 * lane.lane() + lane.rank()), left());
    received[static_cast<std::size_t>(lane.lane())] = test::value_of(message);
    for (int other = 0; other < lane.lane(); ++other) lane.wake(other);
  });
  for (int lane = 0; lane < 3; ++lane)
    CHECK(received[static_cast<std::size_t>(lane)] == 100 * lane + left());
}

TEST_CASE("a lane sleeps until its time, whatever others do, and none goes on while one occupies") {
  const double begin_s = comm().now();
  double slept_s = 0;
  double exchanged_s = 0;
  double occupied_s = 0;
  mpi::run_lanes(comm(), 3, [&](LaneComm& lane) {
    if (lane.lane() == 0) {
      lane.sleep_until(begin_s + 0.05);
      slept_s = lane.now() - begin_s;
      lane.sleep_until(begin_s);  // has passed
    } else if (lane.lane() == 1) {
      exchange(lane, right(), test::number(1), left());
      exchanged_s = lane.now() - begin_s;
      lane.await_wake();
      CHECK(lane.now() >= begin_s + 0.1);
    } else {
      lane.sleep_until(begin_s + 0.06);
      lane.wake(1);
      lane.occupy_until(begin_s + 0.1);
      occupied_s = lane.now() - begin_s;
    }
  });
  CHECK(slept_s >= 0.05);
  CHECK(exchanged_s < slept_s + 1);
  CHECK(occupied_s >= 0.1);
}

TEST_CASE("a lane that wakes itself in advance lets the others go on first") {
  std::string order;
  mpi::run_lanes(comm(), 2, [&](LaneComm& lane) {
    if (lane.lane() == 0) {
      lane.wake(0);
      lane.await_wake();
    }
    order += lane.lane() == 0 ? 'a' : 'b';
  });
  CHECK(order == "ba");
}

TEST_CASE("an exception of a lane ends the lanes that wait for it") {
  const MPI_Comm world = MPI_COMM_WORLD;
  const std::unique_ptr<Comm> own = mpi::wrap(&world, test::world().transfer());
  CHECK_THROWS_WITH(mpi::run_lanes(*own, 2,
                                   [&](LaneComm& lane) {
                                     if (lane.lane() == 1) throw std::runtime_error("enough");
                                     lane.await_wake();
                                   }),
                    Contains("enough"));
}

TEST_CASE("more lanes than the tags of the library suffice for are refused") {
  CHECK_THROWS_WITH(mpi::run_lanes(comm(), 1'000'000, [](LaneComm&) {}), Contains("suffice"));
}
