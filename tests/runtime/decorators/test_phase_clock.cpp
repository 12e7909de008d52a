#include <vector>

#include "runtime/comm.hpp"
#include "runtime/decorators/phase_clock.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime;
using namespace sparlab::runtime::decorators;
using loggp::Machine;

namespace {

const Machine kMachine = Machine::hockney(10, 2, {1, 1, 1, 1});

}  // namespace

TEST_CASE("the times of the phases are those between entries, and add up") {
  loggp::run(kMachine, 2, [](Comm& comm) {
    comm.charge({WorkKind::scatter, 3});  // before the clock starts
    PhaseClock clock(comm);
    clock.charge({WorkKind::scatter, 5});
    clock.enter_phase("work");
    clock.charge({WorkKind::scatter, 7});
    clock.enter_phase("nothing");
    clock.enter_phase("exchange");
    if (clock.rank() == 0) {
      send(clock, 1, Message::token({}, 5), 7);
    } else {
      clock.charge({WorkKind::scatter, 100});
      receive(clock, 0, 7);
    }
    clock.enter_phase("work");
    clock.charge({WorkKind::scatter, 11});
    const auto& phases = clock.stop();
    REQUIRE(phases.size() == 4);
    CHECK(phases[0].name.empty());
    CHECK(phases[0].seconds == 5);
    CHECK(phases[1].name == "work");
    CHECK(phases[1].seconds == 18);
    CHECK(phases[2].name == "nothing");
    CHECK(phases[2].seconds == 0);
    CHECK(phases[3].name == "exchange");
    // A message of 5 bytes takes 20 s; rank 1 posts its receive later.
    CHECK(phases[3].seconds == (clock.rank() == 0 ? 20 : 100));
    double sum = 3;
    for (const auto& phase : phases) sum += phase.seconds;
    CHECK(sum == Approx(comm.now()));
  });
}

TEST_CASE("a clock passes phases and placed receives on to what it wraps") {
  loggp::run(kMachine, 2, [](Comm& comm) {
    PhaseClock inner(comm);
    PhaseClock outer(static_cast<Comm&>(inner));
    outer.enter_phase("one");
    Request request = irecv_into(outer, Message::token({}, 4), 1 - outer.rank(), 3);
    Request sent = outer.isend(1 - outer.rank(), Message::token({}, 4), 3);
    CHECK(outer.wait(request).wire_bytes() == 4);
    outer.wait(sent);
    CHECK(inner.stop().back().name == "one");
    CHECK(inner.stop().back().seconds == outer.stop().back().seconds);
    CHECK(outer.size() == 2);
  });
}
