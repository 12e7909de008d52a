#include <deque>
#include <functional>

#include "runtime/decorators/critical_path.hpp"
#include "runtime/decorators/phase_clock.hpp"
#include "runtime/inbox.hpp"
#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/receives_from_all.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime;
using namespace sparlab::runtime::decorators;
using loggp::Machine;

namespace {

constexpr std::size_t kMostEvents = 10'000;

/// A message of 5 bytes takes 20 s, and a unit of work one.
const Machine kMachine = Machine::hockney(10, 2, {1, 1, 1, 1});

std::vector<PathPart> path_of(const Machine& machine, int ranks,
                              const std::function<void(Comm&)>& body) {
  MessageTrace trace(ranks, kMostEvents);
  const auto run = loggp::run(machine, ranks, [&](Comm& comm) {
    PhaseClock clock(comm, &trace);
    body(clock);
    clock.stop();
  });
  const auto parts =
      critical_path(trace, [&](double bytes) { return loggp::overhead_s(machine, bytes); });
  double sum = 0;
  for (const PathPart& part : parts) sum += part.seconds;
  CHECK(sum == Approx(run.makespan_s()).epsilon(1e-12));
  return parts;
}

void check_parts(const std::vector<PathPart>& parts,
                 const std::vector<std::pair<std::string, double>>& expected) {
  REQUIRE(parts.size() == expected.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CHECK(parts[i].phase == expected[i].first);
    CHECK(parts[i].seconds == Approx(expected[i].second).epsilon(1e-12));
  }
}

void work(Comm& comm, double units) { comm.charge({WorkKind::scatter, units}); }

Message five_bytes() { return Message::token({}, 5); }

}  // namespace

TEST_CASE("the path goes from the last receive to the sender, and through its phases") {
  const auto parts = path_of(kMachine, 3, [](Comm& comm) {
    work(comm, 1);
    comm.enter_phase("gather");
    if (comm.rank() == 2) {
      comm.enter_phase("late");
      work(comm, 100);
      send(comm, 1, five_bytes());
    } else if (comm.rank() == 1) {
      receive(comm, 2);
      comm.enter_phase("pass on");
      work(comm, 3);
      send(comm, 0, five_bytes());
    } else {
      comm.enter_phase("wait");
      receive(comm, 1);
      work(comm, 7);
    }
  });
  check_parts(parts, {{"", 1}, {"late", 120}, {"pass on", 23}, {"wait", 7}});
}

TEST_CASE("a message that is there before its receive is not on the path") {
  const Machine with_overheads = Machine::log_gp(10, 4, 0, 2, {1, 1, 1, 1});
  const auto parts = path_of(with_overheads, 2, [](Comm& comm) {
    comm.enter_phase(comm.rank() == 0 ? "receiver" : "sender");
    if (comm.rank() == 0) {
      work(comm, 1000);
      receive(comm, 1);
    } else {
      send(comm, 0, five_bytes());
    }
  });
  check_parts(parts, {{"receiver", 1004}});
}

TEST_CASE("all kinds of receives lead to the send of their message") {
  const auto from_last = [](const std::function<void(Comm&)>& receive_two) {
    return path_of(kMachine, 3, [&](Comm& comm) {
      comm.enter_phase(comm.rank() == 0 ? "receiver" : comm.rank() == 1 ? "first" : "last");
      if (comm.rank() == 0) {
        receive_two(comm);
      } else {
        work(comm, comm.rank() == 1 ? 5 : 50);
        send(comm, 0, five_bytes());
        work(comm, 1);
      }
    });
  };
  const auto in_inbox = [](Comm& comm) {
    Inbox inbox(comm);
    inbox.expect(2);
    inbox.expect(1);
    CHECK(inbox.take().from == 1);
    CHECK(inbox.take().from == 2);
  };
  const auto any = [](Comm& comm) {
    std::vector<Request> requests;
    for (const int from : {2, 1}) requests.push_back(comm.irecv(from));
    for (int i = 0; i < 2; ++i) comm.wait(requests[comm.wait_any(requests)]);
  };
  const auto together = [](Comm& comm) {
    std::vector<Request> requests;
    for (const int from : {2, 1}) requests.push_back(comm.irecv(from));
    await_all(comm, requests);
    wait_all(comm, requests);
  };
  for (const std::function<void(Comm&)>& receives :
       {std::function<void(Comm&)>(in_inbox), std::function<void(Comm&)>(any),
        std::function<void(Comm&)>(together)}) {
    // The last rank goes on for longer than its message takes to be received.
    const auto parts = from_last([&](Comm& comm) {
      receives(comm);
      work(comm, 2);
    });
    check_parts(parts, {{"last", 70}, {"receiver", 2}});
  }
}

TEST_CASE("sets of receives from all ranks lead to the send of the last message") {
  const auto parts = path_of(kMachine, 4, [](Comm& comm) {
    comm.enter_phase(comm.rank() == 2 ? "slow" : "others");
    if (comm.rank() == 2) work(comm, 500);
    MessagesFromAll messages(comm, 1);
    std::vector<Request> sends;
    for (int step = 1; step < 4; ++step)
      sends.push_back(comm.isend((comm.rank() + step) % 4, five_bytes(), 1));
    messages.await();
    for (int step = 1; step < 4; ++step) messages.take(step);
    wait_all(comm, sends);
    comm.enter_phase("end");
    work(comm, comm.rank() == 1 ? 10 : 0);
  });
  // Rank 1 is the last to which rank 2 sends.
  check_parts(parts, {{"slow", 560}, {"end", 10}});
}

TEST_CASE("messages of one pair and tag are matched in order") {
  const auto parts = path_of(kMachine, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      for (const char* phase : {"one", "two", "three"}) {
        comm.enter_phase(phase);
        work(comm, 100);
        send(comm, 1, five_bytes());
      }
    } else {
      Request first = comm.irecv(0);
      Request second = comm.irecv(0);
      Request third = comm.irecv(0);
      comm.wait(third);
      comm.wait(second);
      comm.wait(first);
    }
  });
  check_parts(parts, {{"one", 120}, {"two", 120}, {"three", 120}});
}

TEST_CASE("ranks that start late are on the path from the start of the slowest") {
  Machine machine = kMachine;
  machine.noise.start_by_rank = {0, 40};
  const auto parts = path_of(machine, 2, [](Comm& comm) {
    comm.enter_phase("phase");
    if (comm.rank() == 0)
      receive(comm, 1);
    else
      send(comm, 0, five_bytes());
  });
  check_parts(parts, {{"", 40}, {"phase", 20}});
}

TEST_CASE("with too many messages a trace keeps none") {
  MessageTrace trace(1, kMostEvents);
  for (std::size_t i = 0; i < kMostEvents; ++i) trace.send(0, 0, 0, 1, 0);
  CHECK(trace.complete());
  trace.send(0, 0, 0, 1, 0);
  CHECK_FALSE(trace.complete());
  CHECK(trace.ranks().front().events.empty());
  trace.receive(0, trace.post(0, 0, 0), 1, 0, 1);
  CHECK(trace.ranks().front().events.empty());
}

TEST_CASE("a run goes on when its trace is dropped in any operation") {
  const int exchanges = static_cast<int>(kMostEvents) / 6 + 1;
  for (int phases = 0; phases < 3; ++phases) {  // an exchange counts a post, a send and a receive
    MessageTrace trace(2, kMostEvents);
    loggp::run(kMachine, 2, [&](Comm& comm) {
      PhaseClock clock(comm, &trace);
      ExpectedReceives& expected = *expected_receives(clock);
      for (int i = 0; i < phases; ++i) clock.enter_phase("phase");
      const int other = 1 - clock.rank();
      for (int i = 0; i < exchanges; ++i) {
        if (i % 2 == 0) {
          Request receive = clock.irecv(other, 0);
          send(clock, other, five_bytes());
          clock.wait(receive);
        } else {
          expected.expect(other, 0);
          send(clock, other, five_bytes());
          CHECK(expected.take_first().from == other);
        }
      }
      clock.stop();
    });
    CHECK_FALSE(trace.complete());
  }
}
