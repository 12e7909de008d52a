#include <sstream>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/decorators/tracing_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime;
using namespace sparlab::runtime::decorators;
using loggp::Machine;
using Kind = TraceEvent::Kind;

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

Trace trace_of_ping_pong() {
  Trace trace;
  loggp::run(kMachine, 2, [&](Comm& comm) {
    TracingComm tracing(comm, trace);
    CHECK(tracing.rank() == comm.rank());
    CHECK(tracing.size() == 2);
    ping_pong(tracing);
    CHECK(tracing.now() == comm.now());
  });
  return trace;
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

TEST_CASE("decorators can be stacked and change no time") {
  const auto bare = loggp::run(kMachine, 2, ping_pong);
  Trace trace;
  const auto decorated = loggp::run(kMachine, 2, [&](Comm& comm) {
    TracingComm tracing(comm, trace);
    CountingComm counting(tracing);
    ping_pong(counting);
  });
  CHECK(decorated.finish_s == bare.finish_s);
  CHECK(trace.phases == std::vector<std::string>{"", "there", "back"});
}

TEST_CASE("a trace tells what each rank did and when") {
  const Trace trace = trace_of_ping_pong();
  std::vector<TraceEvent> first;
  std::vector<TraceEvent> second;
  for (const TraceEvent& event : trace.events) (event.rank == 0 ? first : second).push_back(event);
  const auto is = [&](const TraceEvent& event, Kind kind, const char* phase, int peer, int tag,
                      double bytes, double start_s, double end_s) {
    return event.kind == kind && trace.phases[event.phase] == phase && event.peer == peer &&
           event.tag == tag && event.bytes == bytes && event.start_s == start_s &&
           event.end_s == end_s;
  };
  REQUIRE(first.size() == 5);
  CHECK(is(first[0], Kind::work, "there", -1, 0, 4, 0, 4));
  CHECK(is(first[1], Kind::send, "there", 1, 7, 5, 4, 4));
  CHECK(is(first[2], Kind::wait, "there", 1, 7, 0, 4, 24));
  CHECK(is(first[3], Kind::wait_any, "back", 1, 8, 0, 24, 40));
  CHECK(is(first[4], Kind::recv, "back", 1, 8, 3, 40, 40));
  REQUIRE(second.size() == 3);
  CHECK(is(second[0], Kind::recv, "there", 0, 7, 5, 0, 24));
  CHECK(is(second[1], Kind::send, "back", 0, 8, 3, 24, 24));
  CHECK(is(second[2], Kind::wait, "back", 0, 8, 0, 24, 40));
}

TEST_CASE("a trace is written as Chrome's trace events") {
  Trace trace;
  trace.phases = {"split \"1\"\n"};
  trace.events = {{Kind::recv, 3, 0, 2, 9, 64, 1, 1.5}, {Kind::work, 3, 0, -1, 0, 10, 1.5, 2}};
  std::ostringstream out;
  write_chrome_trace(out, trace);
  CHECK(out.str() ==
        "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
        "{\"name\":\"recv\",\"cat\":\"split \\\"1\\\"\\u000a\",\"ph\":\"X\",\"pid\":0,\"tid\":3,"
        "\"ts\":1000000,\"dur\":500000,\"args\":{\"peer\":2,\"tag\":9,\"bytes\":64}},\n"
        "{\"name\":\"work\",\"cat\":\"split \\\"1\\\"\\u000a\",\"ph\":\"X\",\"pid\":0,\"tid\":3,"
        "\"ts\":1500000,\"dur\":500000,\"args\":{\"count\":10}}\n]}\n");
}

TEST_CASE("an empty trace is still a trace") {
  std::ostringstream out;
  write_chrome_trace(out, Trace{});
  CHECK(out.str() == "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n]}\n");
}
