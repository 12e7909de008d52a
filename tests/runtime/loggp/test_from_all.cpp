#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "runtime/receives_from_all.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/runtime/plain_comm.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

using Program = std::function<void(Comm&)>;

std::vector<double> ends(const Machine& machine, int ranks, const Program& program) {
  return loggp::run(machine, ranks, program).finish_s;
}

std::vector<double> ends_with_requests(const Machine& machine, int ranks, const Program& program) {
  return ends(machine, ranks, [&](Comm& comm) {
    Plain plain(comm);
    program(plain);
  });
}

/// Every rank works for a while, then sends its rank to all others, twice.
void exchange_with_all(Comm& comm) {
  const int ranks = comm.size();
  comm.charge({WorkKind::select, static_cast<double>(comm.rank() * comm.rank() % 7 * 20)});
  for (int round = 0; round < 2; ++round) {
    MessagesFromAll receives(comm, 0);
    std::vector<Request> sends;
    for (int step = 1; step < ranks; ++step)
      sends.push_back(comm.isend((comm.rank() + step) % ranks, of_value(comm.rank() + round)));
    if (comm.rank() % 2 == 0) receives.await();
    for (int step = 1; step < ranks; ++step)
      CHECK(value_of(receives.take(step)) == (comm.rank() - step + ranks) % ranks + round);
    for (Request& request : sends) comm.wait(request);
  }
}

}  // namespace

TEST_CASE("messages from all take the same times with and without requests") {
  Machine paused = Machine::hockney(10, 2, {1, 1, 1, 1});
  paused.slowdowns.exchange = {{0, 1.5}};
  Machine handshakes = Machine::log_gp(100, 1, 2, 1, {1, 1, 1, 1});
  handshakes.handshake_bytes = 1;
  for (const Machine& machine : {Machine::hockney(10, 2, {1, 1, 1, 1}),
                                 Machine::log_gp(100, 7, 2, 1, {1, 1, 1, 1}), paused, handshakes}) {
    for (const int ranks : {1, 2, 5, 17}) {
      CHECK(ends(machine, ranks, exchange_with_all) ==
            ends_with_requests(machine, ranks, exchange_with_all));
    }
  }
}

TEST_CASE("messages from all keep the order of requests before and after them") {
  const Machine machine = Machine::hockney(10, 2, {1, 1, 1, 1});
  const bool before = GENERATE(true, false);
  const auto program = [&](Comm& comm) {
    if (comm.rank() == 1) {
      for (const int value : {1, 2}) {
        Request sent = comm.isend(0, of_value(value));
        comm.wait(sent);
      }
      MessagesFromAll receives(comm, 5);
      receives.take(1);
      return;
    }
    Request request;
    if (before) request = comm.irecv(1);
    MessagesFromAll receives(comm, 0);
    if (!before) request = comm.irecv(1);
    CHECK(value_of(receives.take(1)) == (before ? 2 : 1));
    CHECK(value_of(comm.wait(request)) == (before ? 1 : 2));
    Request sent = comm.isend(1, of_value(3), 5);
    comm.wait(sent);
  };
  CHECK(ends(machine, 2, program) == ends_with_requests(machine, 2, program));
}

TEST_CASE("a stall of messages from all is described like one of requests") {
  const Machine machine = Machine::hockney(10, 2, {1, 1, 1, 1});
  const auto text = [&](bool plainly) {
    try {
      loggp::run(machine, 3, [&](Comm& comm) {
        Plain plain(comm);
        Comm& seen = plainly ? plain : comm;
        if (seen.rank() == 2) return;
        MessagesFromAll receives(seen, 4);
        Request sent = seen.isend(1 - seen.rank(), of_value(1), 4);
        seen.wait(sent);
        receives.await();
        receives.take(1);
        receives.take(2);
      });
    } catch (const CommError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(text(false).find("rank 0 waits for receive from rank 2 (tag 4), which has returned") !=
        std::string::npos);
  CHECK(text(false) == text(true));
}

TEST_CASE("messages from all must be taken") {
  CHECK_THROWS_AS(loggp::run(Machine::hockney(10, 2), 2,
                             [](Comm& comm) {
                               MessagesFromAll receives(comm, 0);
                               Request sent = comm.isend(1 - comm.rank(), of_value(1));
                               comm.wait(sent);
                               receives.await();
                             }),
                  CommError);
}
