#include <vector>

#include "runtime/comm.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime;
using namespace sparlab::runtime::decorators;
using loggp::Machine;

namespace {

const Machine kMachine = Machine::hockney(10, 2, {1, 1, 1, 1});

/// Rank 0 works, sends 5 bytes and gets 3 back; rank 1 the other way round.
void ping_pong(Comm& comm) {
  comm.enter_phase("there");
  if (comm.rank() == 0) {
    comm.charge({WorkKind::scatter, 4});
    send(comm, 1, Message::token({}, 5), 7);
  } else {
    receive(comm, 0, 7);
  }
  comm.enter_phase("back");
  if (comm.rank() == 0) {
    std::vector<Request> requests;
    requests.push_back(comm.irecv(1, 8));
    CHECK(comm.wait_any(requests) == 0);
    comm.wait(requests[0]);
  } else {
    send(comm, 0, Message::token({}, 3), 8);
  }
}

}  // namespace

TEST_CASE("counts are kept for each phase and in total") {
  loggp::run(kMachine, 2, [](Comm& comm) {
    CountingComm counting(comm);
    ping_pong(counting);
    CHECK(counting.now() == comm.now());
    const auto& phases = counting.phases();
    REQUIRE(phases.size() == 3);
    CHECK(phases[0].counts == Counts{});
    CHECK(phases[1].name == "there");
    CHECK(phases[2].name == "back");
    const Counts sent_5{1, 5, 0, 0, {0, 4, 0, 0}};
    const Counts received_5{0, 0, 1, 5, {}};
    const Counts sent_3{1, 3, 0, 0, {}};
    const Counts received_3{0, 0, 1, 3, {}};
    const bool first = comm.rank() == 0;
    CHECK(phases[1].counts == (first ? sent_5 : received_5));
    CHECK(phases[2].counts == (first ? received_3 : sent_3));
    CHECK(counting.total() == (first ? Counts{1, 5, 1, 3, {0, 4, 0, 0}} : Counts{1, 3, 1, 5, {}}));
  });
}

TEST_CASE("a phase entered again goes on counting") {
  loggp::run(kMachine, 1, [](Comm& comm) {
    CountingComm counting(comm);
    for (const char* phase : {"a", "b", "a"}) {
      counting.enter_phase(phase);
      counting.charge({WorkKind::copy, 1});
    }
    REQUIRE(counting.phases().size() == 3);
    CHECK(counting.phases()[1].counts.work[3] == 2);
    CHECK(counting.phases()[2].counts.work[3] == 1);
  });
}

TEST_CASE("counting changes no time") {
  const auto bare = loggp::run(kMachine, 2, ping_pong);
  const auto counted = loggp::run(kMachine, 2, [&](Comm& comm) {
    CountingComm counting(comm);
    ping_pong(counting);
  });
  CHECK(counted.finish_s == bare.finish_s);
}
